// A browser elsewhere: used only when it was proved that it goes out through the filter and no other way.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret } from '@kiosk/catalog'
import { createAllowList, createEgress } from '@kiosk/egress'
import { afterEach, describe, expect, it } from 'vitest'
import { resolveExecutable } from '../src/process/executable.ts'
import { CONFINING_SWITCHES, switchesFor } from '../src/process/switches.ts'
import { executablePath, needBrowser } from './support/executable.ts'
import { openStudio, refusalOf, type Studio } from './support/studio.ts'

interface RemoteBrowser extends AsyncDisposable {
  readonly url: string
  readonly port: number
}

const LOOSE = new Set(CONFINING_SWITCHES)

/** A browser with an open port, as operators run it elsewhere.
 * @param isLoose true: without what keeps it to its proxy */
async function startRemote({ isLoose = false } = {}): Promise<RemoteBrowser> {
  const executable = await resolveExecutable(executablePath ?? '')
  const profileDir = await mkdtemp(join(tmpdir(), 'kiosk-remote-'))
  const switches = switchesFor({ ...executable, profileDir, hasSandbox: false, hasSharedMemory: true })
    .filter(
      (name) => name !== '--remote-debugging-pipe' && !(isLoose && (LOOSE.has(name) || name.startsWith('--proxy'))),
    )
    .concat('--remote-debugging-port=0')
  const child: ChildProcess = spawn(executable.path, switches, { stdio: 'ignore', detached: true })
  const exited = once(child, 'exit')
  const [port, path] = await portOf(profileDir)
  return {
    port,
    url: `ws://127.0.0.1:${port}${path}`,
    async [Symbol.asyncDispose]() {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      await exited
      await rm(profileDir, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

async function portOf(profileDir: string): Promise<[number, string]> {
  for (const endMs = performance.now() + 15_000; performance.now() < endMs; ) {
    const [port, path] = (await readFile(join(profileDir, 'DevToolsActivePort'), 'utf8').catch(() => '')).split('\n')
    if (port !== undefined && path !== undefined) return [Number(port), path]
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  throw new Error('the browser opened no port')
}

describe('a remote browser', { timeout: 60_000 }, () => {
  needBrowser()
  const open: AsyncDisposable[] = []
  afterEach(async () => {
    for (const one of open.splice(0).reverse()) await one[Symbol.asyncDispose]()
  })
  const remote = async (options?: Parameters<typeof startRemote>[0]) => {
    const browser = await startRemote(options)
    open.push(browser)
    return browser
  }
  const studioFor = async (url: string, filterHost: string | null = null): Promise<Studio> => {
    const studio = await openStudio({ remote: { url: new Secret(url), filterHost } })
    open.push(studio)
    studio.site.set({ '/calm': '<body style="background:#0f0">' })
    return studio
  }
  const calm = (studio: Studio) => studio.screenshot({ url: studio.site.url('/calm') })

  it('renders, by the address of its debugger or its own', async () => {
    const { url, port } = await remote()
    for (const address of [url, `http://127.0.0.1:${port}`, `http://localhost:${port}/`]) {
      const studio = await studioFor(address)
      expect((await calm(studio)).width).toBe(400)
      expect((await studio.pdf({ source: { html: '<p>words</p>' } })).pages).toBe(1)
      expect(await refusalOf(studio.screenshot({ url: 'http://10.0.0.1/' }))).toMatchObject({
        code: 'DESTINATION_REFUSED',
      })
    }
  })

  it('is refused when it goes past the filter, with the switches that it lacks', async () => {
    const studio = await studioFor((await remote({ isLoose: true })).url)
    const { code, message } = await refusalOf(calm(studio))
    expect(code).toBe('NOT_CONFIGURED')
    expect(message).toContain('--force-webrtc-ip-handling-policy=disable_non_proxied_udp')
    expect(studio.site.requests).toEqual([])
  })

  it('is refused when it does not reach the filter, or when it is not said where the filter is', async () => {
    const { url, port } = await remote()
    const nowhere = await studioFor(url, '192.0.2.1')
    const sayHost = { code: 'NOT_CONFIGURED', message: expect.stringContaining('KIOSK_BROWSER_FILTER_HOST') }
    expect(await refusalOf(calm(nowhere))).toMatchObject(sayHost)
    const egress = createEgress({ allow: createAllowList(''), overrides: () => null, userAgent: 'browser-tests' })
    open.push({ [Symbol.asyncDispose]: () => egress.close() })
    // What another machine's loopback would be.
    const openFilter = async () => ({ ...(await egress.openFilter()), address: 'http://127.0.0.1:9' })
    const lost = await openStudio({ remote: { url: new Secret(url), filterHost: null }, openFilter })
    open.push(lost)
    expect(await refusalOf(calm(lost))).toMatchObject(sayHost)
    const unsaid = await studioFor(`http://browser.invalid:${port}`)
    expect(await refusalOf(calm(unsaid))).toMatchObject(sayHost)
  })

  it('is proved again after every connection', async () => {
    const browser = await remote()
    const studio = await studioFor(`http://127.0.0.1:${browser.port}`)
    await calm(studio)
    expect(studio.renderer.status().launches).toBe(1)
    await browser[Symbol.asyncDispose]()
    open.splice(open.indexOf(browser), 1)
    expect(await refusalOf(calm(studio))).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  })

  it('is one of several, of which each has its share', async () => {
    const [first, second] = [await remote(), await remote()]
    const studio = await studioFor(`${first.url}, ${second.url}`)
    await Promise.all(Array.from({ length: 4 }, () => calm(studio)))
    expect(studio.renderer.status()).toMatchObject({ browsers: 2, launches: 2, renders: 4 })
  })

  it('is left out while it is away, where there are others', async () => {
    const studio = await studioFor(`ws://127.0.0.1:9, ${(await remote()).url}`)
    for (let i = 0; i < 3; i += 1) expect((await calm(studio)).width).toBe(400)
  })

  it('is never named in a message, for its address may hold a token', async () => {
    const token = 'token-of-the-operator'
    for (const address of [
      `ws://127.0.0.1:9/?token=${token}`,
      `http://127.0.0.1:9/?token=${token}`,
      `ftp://127.0.0.1/${token}`,
    ]) {
      const studio = await studioFor(address)
      const refusal = await calm(studio).catch((error: unknown) => error)
      expect(refusal).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
      expect(String(refusal) + JSON.stringify(refusal) + String((refusal as Error).stack)).not.toContain(token)
    }
  })
})
