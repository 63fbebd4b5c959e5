// Under the sandbox there is no TLS: what a page asks for by https goes to the filter as plain http, whose ways lead to stand-ins.
import type { Session } from '../cdp/connection.ts'

/** The page does not see it: its addresses stay https. */
export async function routeAsHttp(session: Session, signal: AbortSignal): Promise<void> {
  session.on('Fetch.requestPaused', ({ requestId, request }) => {
    const url = request.url.replace(/^https:/, 'http:')
    session.send('Fetch.continueRequest', { requestId, url }).catch(() => {})
  })
  await session.send('Fetch.enable', { patterns: [{ urlPattern: 'https://*', requestStage: 'Request' }] }, signal)
}
