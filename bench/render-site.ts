// The pages that the render bench loads, served on loopback.
import { once } from 'node:events'
import { createServer } from 'node:http'
import { crc32, deflateSync } from 'node:zlib'

const paragraph =
  'The ferry of nine leaves at ten past nine this week, since the pier is being mended. Passengers with bicycles wait at the eastern ramp.'

/** A short article, 3 KB. */
export const articleHtml = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Harbour bulletin</title>
<style>body{font:16px/1.5 serif;max-width:40em;margin:2em auto}h1{color:#246}p:nth-child(odd){background:#eef;padding:1em;border-radius:8px}</style>
<h1>Harbour bulletin</h1>${`<p>${paragraph}</p>`.repeat(16)}`

/** A table of 300 rows. */
export const tableHtml = `<!doctype html><meta charset="utf-8"><title>Stock</title>
<style>td{border:1px solid #ccc;padding:2px 6px;font:12px sans-serif}</style><table>${Array.from(
  { length: 300 },
  (_, row) =>
    `<tr><td>${row}</td><td>Article ${(row * 7919) % 1000}</td><td>${(row * 37.5).toFixed(2)} EUR</td><td>Warehouse ${row % 5}</td><td>words on article ${row}</td></tr>`,
).join('')}</table>`

const IMAGES = 24
const imagesHtml = `<!doctype html><title>Pictures</title><body style="margin:0">${Array.from(
  { length: IMAGES },
  (_, index) => `<img width="200" height="150" src="/picture-${index}.png">`,
).join('')}`

export interface RenderSite extends AsyncDisposable {
  readonly port: number
  /** Address of `/article`, `/table` or `/pictures`. */
  url(path: string): string
}

export async function startRenderSite(): Promise<RenderSite> {
  const picture = noisyPng(400, 300)
  const pages: Readonly<Record<string, string>> = {
    '/article': articleHtml,
    '/table': tableHtml,
    '/pictures': imagesHtml,
  }
  const server = createServer(({ url = '/' }, response) => {
    if (url.startsWith('/picture-')) response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
    else
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(pages[url.replace(/\?.*/, '')] ?? '')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    port,
    url: (path) => `http://127.0.0.1:${port}${path}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A picture that does not compress well, as photographs do not. */
function noisyPng(width: number, height: number): Buffer {
  const raw = Buffer.alloc((width * 3 + 1) * height)
  for (let at = 0; at < raw.length; at += 1)
    raw[at] = at % (width * 3 + 1) === 0 ? 0 : (at * 7919 + (at >> 7) * 31) & 0xff
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(raw, { level: 1 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const frame = Buffer.alloc(body.length + 8)
  frame.writeUInt32BE(data.length, 0)
  body.copy(frame, 4)
  frame.writeUInt32BE(crc32(body), body.length + 4)
  return frame
}
