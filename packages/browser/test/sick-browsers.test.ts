// Browsers that are missing, do not start, hang or talk nonsense: each is told of clearly and in time, ended, and replaced.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Secret } from '@kiosk/catalog'
import { afterEach, describe, expect, it } from 'vitest'
import { launchBrowser } from '../src/process/launch.ts'
import { type MadeExecutable, makeExecutable } from './support/executable.ts'
import { GREETING, makeFakeBrowser, type Script, showingPage } from './support/fake-browser.ts'
import { type FakeRemote, startFakeRemote } from './support/fake-remote.ts'
import { browserProcesses, openStudio, refusalOf, type Studio } from './support/studio.ts'
import { until } from './support/until.ts'

/** Most time of a render here. */
const LIMIT_MS = 1500

describe('a browser', () => {
  let studio: Studio
  const made: MadeExecutable[] = []
  afterEach(async () => {
    await studio[Symbol.asyncDispose]()
    expect(await browserProcesses(studio.dataDir)).toEqual([])
    await Promise.all(made.splice(0).map((one) => one[Symbol.asyncDispose]()))
  })

  const open = async (executablePath: string | null, more = {}) => {
    studio = await openStudio({ executablePath, limitMs: LIMIT_MS, ...more })
  }
  const make = async (script: Script) => {
    const fake = await makeFakeBrowser(script)
    made.push(fake)
    return fake.path
  }
  const makeShell = async (command: string) => {
    const shell = await makeExecutable('chrome-headless-shell', ['/bin/sh', '-c', command])
    made.push(shell)
    return shell.path
  }
  const refusal = () => refusalOf(studio.screenshot({ url: studio.site.url('/') }))

  it('that is missing: the message says which setting names one', async () => {
    await open(null)
    expect(await refusal()).toMatchObject({
      code: 'NOT_CONFIGURED',
      message: expect.stringContaining('KIOSK_BROWSER_PATH'),
    })
    await studio[Symbol.asyncDispose]()
    await open('/nowhere/chrome')
    expect(await refusal()).toMatchObject({
      code: 'NOT_CONFIGURED',
      message: expect.stringContaining('KIOSK_BROWSER_PATH'),
    })
  })

  it('that does not start: callers are told shortly, and the operator in full', async () => {
    const complaint = 'error while loading shared libraries: libnone.so.3: cannot open shared object file'
    const path = await makeShell(`echo '${complaint}' >&2; exit 127`)
    await open(path)
    expect(await refusal()).toEqual({
      code: 'SERVICE_UNAVAILABLE',
      message: 'The browser does not start; the log says why.',
    })
    expect(studio.warnings).toEqual([`${path} does not start: ${complaint}`])
    expect(await readdir(join(studio.dataDir, 'browser'))).toEqual([])
  })

  it.each<[string, Script]>([
    ['says nothing', {}],
    ['says half of what it is asked first', { 'Browser.getVersion': GREETING['Browser.getVersion'] ?? [] }],
  ])('that %s: its start is given up', async (_what, script) => {
    await open(null)
    const profiles = join(studio.dataDir, 'browser')
    const executable = { path: await make(script), isHeadlessShell: true }
    const signal = AbortSignal.timeout(500)
    const launching = launchBrowser({ executable, profiles, environment: process.env, signal })
    await expect(launching).rejects.toMatchObject({ name: 'LaunchFailed' })
    expect(await browserProcesses(studio.dataDir)).toEqual([])
    expect(await readdir(profiles)).toEqual([])
  })

  it('that says nothing: a render that waits for it blames no page', async () => {
    await open(await make({}))
    expect(await refusal()).toEqual({
      code: 'SERVICE_UNAVAILABLE',
      message: 'The browser was not ready in time; try again.',
    })
    const began = performance.now()
    await studio.renderer.close()
    // Nobody waits for it at the end either.
    expect(performance.now() - began).toBeLessThan(3000)
    expect(studio.warnings).toEqual([])
  })

  it('that ends while it is greeted: the render is told so', async () => {
    await open(await make({ ...GREETING, 'Target.setDiscoverTargets': ['exit'] }))
    expect(await refusal()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
  })

  it.each<[string, Script]>([
    ['opens no page', {}],
    [
      'opens pages that do not answer',
      { 'Target.createBrowserContext': ['{"id":$id,"result":{"browserContextId":"C"}}'] },
    ],
  ])('that %s: the render blames no page, and the next one gets another browser', async (_what, script) => {
    await open(await make({ ...GREETING, ...script }))
    for (const launches of [1, 2]) {
      expect(await refusal()).toEqual({
        code: 'SERVICE_UNAVAILABLE',
        message: 'The browser was not ready in time; try again.',
      })
      expect(studio.renderer.status()).toMatchObject({ launches, running: 0 })
      await until(() => studio.renderer.status().browsers === 0)
    }
  })

  it.each([
    ['no JSON', 'words'],
    ['an event without its parts', '{"method":"Target.detachedFromTarget"}'],
    ['an event whose parts are empty', '{"method":"Target.targetCreated","params":{}}'],
    ['a number', '1'],
  ])('that says what is no message (%s): it is ended, and nothing else', async (_what, said) => {
    const context = '{"id":$id,"result":{"browserContextId":"C"}}'
    await open(await make({ ...GREETING, 'Target.createBrowserContext': [context], 'Target.createTarget': [said] }))
    expect(await refusal()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    await until(async () => (await browserProcesses(studio.dataDir)).length === 0)
  })

  it.each([
    ['of usual size is replaced, for it may have died of another page', 1000, 'SERVICE_UNAVAILABLE', 2],
    ['too large to be encoded is not, for the next one would end of it, too', 150_000, 'UNPROCESSABLE', 1],
  ])('that ends over a picture %s', async (_what, height, code, launches) => {
    const path = await make({ ...showingPage(height), 'Page.captureScreenshot': ['exit'] })
    await open(path, { limitMs: 20_000 })
    const rendering = studio.screenshot({ url: studio.site.url('/'), fullPage: true })
    expect(await refusalOf(rendering)).toMatchObject({ code })
    expect(studio.renderer.status().launches).toBe(launches)
  })

  it('that moved while the gateway runs is found again', async () => {
    const paths = ['/bin/false', '/bin/false', await make({})]
    const looked: string[] = []
    await open(null, {
      findExecutable: async () => {
        const path = paths[looked.length] ?? null
        if (path !== null) looked.push(path)
        return path
      },
    })
    for (let count = 1; count <= 3; count += 1) {
      await refusal()
      expect(looked).toEqual(paths.slice(0, count))
    }
  })
})

describe('a browser elsewhere', () => {
  let studio: Studio
  let remote: FakeRemote
  afterEach(async () => {
    await studio[Symbol.asyncDispose]()
    await remote[Symbol.asyncDispose]()
  })

  const open = async (answers: Parameters<typeof startFakeRemote>[0], scheme = 'ws') => {
    remote = await startFakeRemote(answers)
    studio = await openStudio({
      remote: { url: new Secret(`${scheme}://127.0.0.1:${remote.port}/`), filterHost: null },
    })
  }
  const refusal = (signal?: AbortSignal) => refusalOf(studio.screenshot({ url: studio.site.url('/') }, signal))
  const strange = { code: 'SERVICE_UNAVAILABLE', message: 'The remote browser does not answer as a browser does.' }

  it('that says nothing is given up, and asked again by the next render', async () => {
    await open({})
    expect(await refusal()).toEqual(strange)
    const leaving = new AbortController()
    const next = studio.screenshot({ url: studio.site.url('/') }, leaving.signal)
    next.catch(() => {})
    await until(() => remote.connections() === 2)
    leaving.abort(new Error('the caller left'))
    await expect(next).rejects.toThrow('the caller left')
  })

  it.each<[string, Script]>([
    ['refuses what a proof needs', { 'Target.createBrowserContext': ['{"id":$id,"error":{"message":"not here"}}'] }],
    ['goes away during its proof', { 'Target.createBrowserContext': ['exit'] }],
    ['says what is no message', { 'Target.createBrowserContext': ['{"method":"Target.detachedFromTarget"}'] }],
  ])('that %s is not used', async (_what, script) => {
    await open({ script: { ...GREETING, ...script } })
    expect(await refusal()).toEqual(strange)
  })

  it.each(['about:blank', 'mailto:nobody@example.test', ''])(
    'that has its debugger at %o is not asked there',
    async (debuggerUrl) => {
      await open({ debuggerUrl }, 'http')
      expect(await refusal()).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
      expect(remote.connections()).toBe(0)
    },
  )
})
