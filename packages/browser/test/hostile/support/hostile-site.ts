// The site of the hostile pages. It may be reached; what its pages try is the matter.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { everyVector } from '../vectors/every-vector.ts'
import type { Target, Vector } from '../vectors/vector.ts'

export interface HostileSite extends AsyncDisposable {
  readonly port: number
  /** `http://localhost:<port>`: a secure context, so that no interface is missing. */
  readonly origin: string
  /** Where a vector leads. */
  targetOf(vector: Vector): Target
  /** A page that tries these, each in a frame of its own. */
  pageOf(vectors: readonly Vector[]): string
  /** The same as a document that is handed in; those that need the site's headers are not in it. */
  documentOf(vectors: readonly Vector[]): string
  /** The page of one vector, which has the window to itself. */
  frameOf(vector: Vector): string
  /** Address that answers with a redirect. */
  redirect(to: string, status?: number): string
}

/** @param ports of the canary, by vector */
export async function startSite(ports: ReadonlyMap<string, number>): Promise<HostileSite> {
  const server = createServer((request, response) => answer(site, request, response))
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  const origin = `http://localhost:${port}`
  const redirect = (to: string, status = 302) => `${origin}/redirect?status=${status}&to=${encodeURIComponent(to)}`
  const site: HostileSite = {
    port,
    origin,
    redirect,
    targetOf({ name }) {
      const authority = `127.0.0.1:${ports.get(name)}`
      return { port: ports.get(name) ?? 0, authority, url: `http://${authority}/`, site: origin, redirect }
    },
    pageOf: (vectors) => `${origin}/page?${vectors.map(({ name }) => `v=${name}`).join('&')}`,
    documentOf(vectors) {
      const frames = vectors
        .filter(({ needsSite }) => needsSite !== true)
        .map((vector) => `<iframe srcdoc="${escapeText(vector.frame(site.targetOf(vector)))}"></iframe>`)
      return `<!doctype html><meta charset="utf-8"><title>Hostile</title>${frames.join('\n')}`
    },
    frameOf: ({ name }) => `${origin}/frame/${name}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
  return site
}

function answer(site: HostileSite, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, searchParams } = new URL(request.url ?? '', site.origin)
  const vector = everyVector.find(({ name }) => pathname === `/frame/${name}`)
  const html = { 'content-type': 'text/html; charset=utf-8' }
  if (vector !== undefined) {
    const target = site.targetOf(vector)
    response.writeHead(200, { ...html, ...vector.headers?.(target) }).end(vector.frame(target))
  } else if (pathname === '/page') {
    const frames = searchParams.getAll('v').map((name) => `<iframe src="/frame/${name}"></iframe>`)
    response.writeHead(200, html).end(`<!doctype html><title>Hostile</title>${frames.join('\n')}`)
  } else if (pathname === '/redirect') {
    // As the wire has it: Node would refuse some of these values.
    const location = searchParams.get('to') ?? ''
    response.socket?.end(
      `HTTP/1.1 ${searchParams.get('status')} Moved\r\nlocation: ${location}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`,
    )
  } else if (pathname === '/worker') {
    response.writeHead(200, { 'content-type': 'text/javascript', 'service-worker-allowed': '/' })
    response.end(searchParams.get('do') ?? '')
  } else if (pathname === '/blank') response.writeHead(200, html).end('<!doctype html><p>blank')
  else response.writeHead(404).end()
}

function escapeText(html: string): string {
  return html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
}
