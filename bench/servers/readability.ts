// The yardstick of fetch-markdown: a bare server that fetches the page it is told, and converts it as people do elsewhere.
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { readabilitySystem } from '../markdown/systems.ts'
import { reportToParent } from './report-to-parent.ts'

const server = createServer(async (request, response) => {
  const { url } = (await json(request)) as { url: string }
  let [status, answer]: [number, object] = [200, {}]
  try {
    const html = await (await fetch(url)).text()
    answer = { markdown: await readabilitySystem.convert(html, url) }
  } catch (error) {
    ;[status, answer] = [500, { error: { code: error instanceof Error ? error.name : 'Error' } }]
  }
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(answer))
})
server.listen(0, '127.0.0.1', () => reportToParent(server, { pid: process.pid }))
