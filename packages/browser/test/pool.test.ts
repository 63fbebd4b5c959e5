// Browsers come, die, wear out and go, and nobody who renders notices; nothing of them is left.
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { executablePath, needBrowser } from './support/executable.ts'
import { browserProcesses, openStudio, refusalOf, type Studio } from './support/studio.ts'
import { until } from './support/until.ts'

const CALM = '<body style="background:#0f0">calm'

describe('the pool', { timeout: 60_000 }, () => {
  needBrowser()
  let studio: Studio
  afterEach(async () => {
    await studio?.[Symbol.asyncDispose]()
    expect(await browserProcesses(studio.dataDir)).toEqual([])
  })

  const open = async (options: Parameters<typeof openStudio>[0] = {}) => {
    studio = await openStudio(options)
    studio.site.set({ '/calm': CALM, '/slow': (_request, response) => slow.push(() => response.end(CALM)) })
    return studio
  }
  const slow: (() => void)[] = []
  const calm = (signal?: AbortSignal) => studio.screenshot({ url: studio.site.url('/calm') }, signal)
  /** The browser's first process. */
  const head = async () => Math.min(...(await browserProcesses(studio.dataDir)))
  const asked = (path: string) => studio.site.requests.filter((request) => request.path === path).length

  it('starts nothing before the first render, and keeps one browser for many', async () => {
    await open()
    expect([await browserProcesses(studio.dataDir), studio.renderer.status().launches]).toEqual([[], 0])
    await Promise.all(Array.from({ length: 6 }, () => calm()))
    expect(studio.renderer.status()).toMatchObject({ launches: 1, browsers: 1, renders: 6, running: 0 })
  })

  it('has each render begin without cookies, storage and history of another', async () => {
    await open()
    const writes = 'document.cookie = "a=1"; localStorage.a = 1; sessionStorage.a = 1; caches?.open?.("a"); name = "a"'
    const seen = "document.cookie + (localStorage.a ?? '') + (sessionStorage.a ?? '') + name + history.length"
    studio.site.set({
      '/memory': `<script>fetch('/heard?' + encodeURIComponent(${seen})); ${writes}</script>`,
      '/heard': 'x',
    })
    for (let i = 0; i < 3; i += 1)
      await studio.screenshot({ url: studio.site.url('/memory'), waitUntil: 'networkidle' })
    const heard = studio.site.requests.map(({ path }) => path).filter((path) => path.startsWith('/heard'))
    expect(new Set(heard)).toEqual(new Set([heard[0]]))
    expect(studio.site.requests.filter(({ path }) => path === '/memory')).toHaveLength(3)
  })

  it('bounds the data of each process, for V8 does not count buffers', async (context) => {
    if (process.platform !== 'linux') context.skip('the bound is one of Linux')
    await open()
    await calm()
    const pids = await browserProcesses(studio.dataDir)
    // A page's process may go while it is looked at.
    const texts = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/limits`, 'utf8').catch(() => '')))
    const limits = texts.filter((text) => text !== '')
    expect(limits.length).toBeGreaterThan(2)
    for (const text of limits) expect(Number(/^Max data size\s+(\d+)/m.exec(text)?.[1])).toBeLessThan(3_000_000_000)
  })

  it('renders again when the browser was killed between two renders', async () => {
    await open()
    await calm()
    process.kill(-(await head()), 'SIGKILL')
    expect(await Promise.all([calm(), calm(), calm()])).toMatchObject([{ width: 400 }, { width: 400 }, { width: 400 }])
    expect(studio.renderer.status().launches).toBe(2)
  })

  it('renders again by itself when the browser is killed during a render', async () => {
    await open()
    const rendering = studio.screenshot({ url: studio.site.url('/slow') })
    await until(() => asked('/slow') === 1)
    process.kill(await head(), 'SIGKILL')
    await until(() => asked('/slow') === 2)
    for (const answer of slow.splice(0)) answer()
    expect((await rendering).width).toBe(400)
    expect(studio.renderer.status()).toMatchObject({ launches: 2, running: 0 })
  })

  it('ends a render with its call, at once, and its page with it', async () => {
    await open()
    await calm()
    const controller = new AbortController()
    const reason = new Error('the caller left')
    const rendering = studio.screenshot({ url: studio.site.url('/slow') }, controller.signal)
    await until(() => asked('/slow') === 1)
    const began = performance.now()
    controller.abort(reason)
    await expect(rendering).rejects.toBe(reason)
    expect(performance.now() - began).toBeLessThan(200)
    await expect(calm(AbortSignal.abort(reason))).rejects.toBe(reason)
    await until(() => studio.renderer.status().running === 0)
    expect((await calm()).width).toBe(400)
  })

  it('lets no more pages run at once than it has slots', async () => {
    await open({ slots: 2 })
    const renderings = Array.from({ length: 4 }, () => studio.screenshot({ url: studio.site.url('/slow') }))
    await until(() => asked('/slow') === 2)
    expect(studio.renderer.status()).toMatchObject({ running: 2, waiting: 2 })
    for (const count of [2, 4]) {
      await until(() => asked('/slow') === count)
      for (const answer of slow.splice(0)) answer()
    }
    expect(await Promise.all(renderings)).toHaveLength(4)
  })

  it.each([
    ['many renders', { renders: 3 }],
    ['a long time', { ageMs: 1 }],
    ['much memory', { memoryBytes: 1 }],
  ])('replaces a browser after %s, without a render that fails', async (_what, wear) => {
    await open({ wear })
    for (let i = 0; i < 12; i += 1) expect((await calm()).width).toBe(400)
    await until(() => studio.renderer.status().launches >= 2)
    // The old one goes when the new one has come.
    await until(async () => (await readdir(join(studio.dataDir, 'browser'))).length === 1)
    expect(studio.renderer.status()).toMatchObject({ browsers: 1 })
  })

  it('lets the browser go when nobody renders, and brings it back', async () => {
    await open({ idleMs: 200 })
    await calm()
    await until(async () => (await browserProcesses(studio.dataDir)).length === 0)
    await until(async () => (await readdir(join(studio.dataDir, 'browser'))).length === 0)
    expect(studio.renderer.status().browsers).toBe(0)
    expect((await calm()).width).toBe(400)
  })

  it('ends what is under way when it closes', async () => {
    await open()
    const rendering = refusalOf(studio.screenshot({ url: studio.site.url('/slow') }))
    await until(() => asked('/slow') === 1)
    await studio.renderer.close()
    expect(await rendering).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    expect(await refusalOf(calm())).toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
    slow.splice(0)
  })

  const full = '/usr/lib/chromium/chromium'
  // Only where both are installed is there another one to try.
  if (executablePath !== full && existsSync(full)) {
    it('uses the full browser where there is no other', async () => {
      await open({ executablePath: full })
      expect((await calm()).width).toBe(400)
      expect((await studio.pdf({ source: { html: '<p>words</p>' } })).pages).toBe(1)
    })
  }
})
