import { type Identity, identityOf } from '../page/identity.ts'
import type { Connection } from './connection.ts'

/** Asks a browser what it is, and to tell of the windows that pages open. Rejects as `Session.send` does; the signal must
 * end some time, for one that hangs never answers. */
export async function greet({ root }: Connection, signal: AbortSignal): Promise<Identity> {
  const [version] = await Promise.all([
    root.send('Browser.getVersion', {}, signal),
    root.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }, { exclude: true }] }, signal),
  ])
  return identityOf(version)
}
