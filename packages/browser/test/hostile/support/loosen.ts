// Makes an executable that starts a browser without one of its guards.
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'

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

export interface LoosenedBrowser extends AsyncDisposable {
  readonly executablePath: string
}

/** @param executable path of the browser; the one made bears its name, by which its kind is told */
export async function loosen(executable: string, guard: Guard): Promise<LoosenedBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'kiosk-loosened-'))
  const executablePath = join(folder, basename(executable))
  const wrapper = join(import.meta.dirname, 'loosened-browser.ts')
  const words = [process.execPath, wrapper, executable, ...without[guard]].map((word) => `'${word}'`)
  await writeFile(executablePath, `#!/bin/sh\nexec ${words.join(' ')} "$@"\n`)
  await chmod(executablePath, 0o755)
  return {
    executablePath,
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}
