// Who may change something with a session's cookie: pages of the app itself, told by the Origin that browsers send.
import { OperationError } from '@kiosk/catalog'
import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../../config.ts'

/** Throws FORBIDDEN for a state-changing request (any but GET, HEAD and OPTIONS) whose Origin is not the app's.
 * @param appUrl public address of the app; where that is loopback, every spelling of loopback is the app's */
export function requireOwnOrigin({ method, headers: { origin } }: FastifyRequest, appUrl: string): void {
  if (['GET', 'HEAD', 'OPTIONS'].includes(method)) return
  if (origin !== undefined && isOwn(origin, new URL(appUrl))) return
  const message = `This request must come from the app's own pages: send the header Origin: ${new URL(appUrl).origin}`
  throw new OperationError('FORBIDDEN', message)
}

function isOwn(origin: string, app: URL): boolean {
  if (origin === app.origin) return true
  const sent = URL.parse(origin)
  if (sent === null || sent.origin !== origin || !isLoopback(app.origin)) return false
  return isLoopback(origin) && sent.port === app.port && sent.protocol === app.protocol
}
