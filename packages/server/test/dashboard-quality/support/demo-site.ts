// A gateway in its sandbox, with weeks of use behind it, as a process of its own.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { KioskProcess } from '../../gateway/support/kiosk-process.ts'
import { ADA, INVITED, PASSWORD } from './demo-people.ts'
import { freePort } from './free-port.ts'
import { signedIn } from './visitor.ts'

/** What the pages show as the address of the gateway. */
const BASE_URL = 'https://kiosk.harbour.example.test'

export interface DemoSite {
  readonly appUrl: string
  /** Path of an invitation that nobody took up. */
  readonly invitation: string
  close(): Promise<void>
}

/** By the name of this machine, since an address of numbers has no passkeys.
 * @param options.appPort any free one unless given */
export async function startDemoSite(options: { readonly appPort?: number } = {}): Promise<DemoSite> {
  const appPort = options.appPort ?? (await freePort())
  const root = await mkdtemp(join(tmpdir(), 'kiosk-demo-'))
  const dataDir = join(root, 'data')
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, 'demo-data.ts'), dataDir])
  const kiosk = new KioskProcess(['serve', '--sandbox'], {
    KIOSK_DATA_DIR: dataDir,
    KIOSK_ENGINE_PORT: '0',
    KIOSK_APP_PORT: `${appPort}`,
    KIOSK_APP_URL: `http://localhost:${appPort}`,
    KIOSK_BASE_URL: BASE_URL,
    // Never asked: it is enough that there is one.
    KIOSK_MAIL_URL: 'smtp://127.0.0.1:2525',
    KIOSK_MAIL_FROM: 'Kiosk <kiosk@harbour.example.test>',
  })
  const close = async () => {
    kiosk.kill('SIGTERM')
    await kiosk.exited()
    await rm(root, { recursive: true, force: true })
  }
  try {
    const appUrl = await kiosk.output((stdout) => /^App\s+(\S+)$/m.exec(stdout)?.[1] ?? null)
    return { appUrl, invitation: await openInvitation(appUrl), close }
  } catch (error) {
    await close()
    throw error
  }
}

async function openInvitation(appUrl: string): Promise<string> {
  const ada = await signedIn(appUrl, ADA.email, PASSWORD)
  const { link } = await ada.ask('POST', '/api/members', { email: INVITED[0], role: 'member' })
  return new URL(String(link)).pathname
}
