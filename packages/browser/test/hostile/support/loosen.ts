// Makes an executable that starts a browser without one of its guards.
import { basename, join } from 'node:path'
import { type MadeExecutable, makeExecutable } from '../../support/executable.ts'

/** Guards that can be taken away one by one. */
export type Guard = 'loopback goes through the proxy' | 'WebRTC goes through the proxy'

/** What takes a guard away: switches to drop, and a text of the debugging pipe to replace. */
const without: Readonly<Record<Guard, readonly [dropped: string, said: string, instead: string]>> = {
  'loopback goes through the proxy': [
    '^--proxy-bypass-list=',
    '"proxyBypassList":"<-loopback>"',
    '"proxyBypassList":""',
  ],
  'WebRTC goes through the proxy': ['webrtc-ip-handling-policy=', '', ''],
}

/** @param executable path of the browser; the one made bears its name, by which its kind is told */
export function loosen(executable: string, guard: Guard): Promise<MadeExecutable> {
  const program = join(import.meta.dirname, 'loosened-browser.ts')
  return makeExecutable(basename(executable), [process.execPath, program, executable, ...without[guard]])
}
