// Pages that want to harm: each ends in a picture or a clear error within its time, and the next render does not notice.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executablePath, needBrowser } from './support/executable.ts'
import { browserProcesses, openStudio, refusalOf, type Studio } from './support/studio.ts'

/** Most time of a render here; with as much again for a machine that is busy with what the page does. */
const LIMIT_MS = 9000

const pictures: Readonly<Record<string, string>> = {
  dialogs: '<script>alert(1); confirm(2); prompt(3); print()</script>words',
  'dialogs on load': '<script>onload = () => { for (let i = 0; i < 20; i += 1) { alert(i); print() } }</script>words',
  'a trap before leaving':
    '<script>onbeforeunload = (event) => { event.preventDefault(); return "stay" }</script>words',
  'a storm of windows':
    '<script>for (let i = 0; i < 200; i += 1) open("/next" + i, "_blank", i % 2 ? "noopener" : "")</script>words',
  'an endless animation':
    '<style>@keyframes a { to { rotate: 360deg } } p { animation: a 0.1s infinite }</style><p>words</p>',
  'a loop in the history':
    '<script>setInterval(() => { history.pushState(1, "", "/p" + Math.random()); history.back() }, 1)</script>words',
  'a loop of the hash': '<script>setInterval(() => { location.hash = Math.random() }, 1)</script>words',
  'many elements': '<script>document.write("<b>x</b>".repeat(40000))</script>',
  'deep elements': '<script>document.write("<div>".repeat(5000) + "words")</script>',
  'a storm of requests': '<script>for (let i = 0; i < 600; i += 1) fetch("/none" + i).catch(() => {})</script>words',
  'a page that closes itself': '<script>onload = () => { open("", "_self"); close() }</script>words',
  'a page without itself': '<script>document.documentElement.remove()</script>',
}

const refusals: Readonly<Record<string, readonly [html: string, code: string]>> = {
  'an endless script': ['<script>for (;;);</script>', 'UPSTREAM_TIMEOUT'],
  'an endless script on load': ['<script>onload = () => { for (;;); }</script>words', 'UPSTREAM_TIMEOUT'],
  'an endless script after load': [
    '<script>onload = () => setTimeout(() => { for (;;); }, 0)</script>words',
    'UNPROCESSABLE',
  ],
  'endless dialogs': ['<script>for (;;) alert(1)</script>', 'UPSTREAM_TIMEOUT'],
  'a refresh without end': ['<meta http-equiv=refresh content="0">words', 'UNPROCESSABLE'],
}

describe('of a hostile page', () => {
  needBrowser()
  let studio: Studio
  let processes = 0
  beforeAll(async () => {
    if (executablePath === null) return
    studio = await openStudio({ limitMs: LIMIT_MS })
    studio.site.set({ '/calm': '<body style="background:#0f0">' })
    await studio.screenshot({ url: studio.site.url('/calm') })
    processes = await settledProcesses()
  })
  afterAll(async () => {
    await studio?.[Symbol.asyncDispose]()
  })

  /** With the one page that is kept ready. */
  const settledProcesses = async () => {
    let before = -1
    let now = (await browserProcesses(studio.dataDir)).length
    for (let looks = 0; looks < 40 && (before !== now || (processes > 0 && now > processes)); looks += 1) {
      before = now
      await new Promise((resolve) => setTimeout(resolve, 100))
      now = (await browserProcesses(studio.dataDir)).length
    }
    return now
  }

  const expectCalm = async () => {
    const { width } = await studio.screenshot({ url: studio.site.url('/calm') })
    expect(width).toBe(400)
    expect(await settledProcesses()).toBeLessThanOrEqual(processes + 1)
    expect(studio.renderer.status()).toMatchObject({ running: 0, waiting: 0 })
  }

  it('a page that loads itself again is caught between two loads, or refused in time', {
    timeout: 60_000,
  }, async () => {
    const html = '<script>onload = () => setTimeout(() => location.reload(), 50)</script>words'
    studio.site.set({ '/hostile': `<!doctype html><body>${html}` })
    const began = performance.now()
    const outcome = await studio.screenshot({ url: studio.site.url('/hostile') }).then(
      ({ width }) => width,
      (error: { code?: string }) => error.code,
    )
    expect([400, 'UPSTREAM_TIMEOUT', 'UNPROCESSABLE']).toContain(outcome)
    expect(performance.now() - began).toBeLessThan(LIMIT_MS + 3000)
    await expectCalm()
  })

  it.each(Object.entries(pictures))('with %s there is a picture', { timeout: 60_000 }, async (_what, html) => {
    studio.site.set({ '/hostile': `<!doctype html><body>${html}` })
    const began = performance.now()
    const { width, height } = await studio.screenshot({ url: studio.site.url('/hostile') })
    expect([width, height]).toEqual([400, 300])
    expect(performance.now() - began).toBeLessThan(2 * LIMIT_MS)
    await expectCalm()
  })

  it.each(Object.entries(refusals))(
    'with %s there is a clear error',
    { timeout: 60_000 },
    async (_what, [html, code]) => {
      studio.site.set({ '/hostile': `<!doctype html><body>${html}` })
      const began = performance.now()
      expect(await refusalOf(studio.screenshot({ url: studio.site.url('/hostile') }))).toMatchObject({ code })
      expect(performance.now() - began).toBeLessThan(2 * LIMIT_MS)
      await expectCalm()
    },
  )

  it.each([
    [
      'a storm of workers',
      `<script>for (let i = 0; i < 50; i += 1) new Worker(URL.createObjectURL(new Blob(['for (;;);'])))</script>`,
    ],
    ['a heap of objects', '<script>const all = []; for (;;) all.push(new Array(100000).fill({}))</script>'],
    ['buffers', '<script>const all = []; for (;;) all.push(new Uint8Array(50000000).fill(1))</script>'],
    [
      'pictures',
      '<script>for (;;) { const c = new OffscreenCanvas(8000, 8000); c.getContext("2d").fillRect(0, 0, 9, 9); (self.all ??= []).push(c) }</script>',
    ],
  ])('that takes all it gets by %s the next one does not notice', { timeout: 60_000 }, async (_what, html) => {
    studio.site.set({ '/hostile': `<!doctype html><body>words${html}` })
    const began = performance.now()
    await studio.screenshot({ url: studio.site.url('/hostile') }).catch(async (error: unknown) => {
      expect(await refusalOf(Promise.reject(error))).toMatchObject({
        code: expect.stringMatching(/^(?:UNPROCESSABLE|UPSTREAM_TIMEOUT)$/),
      })
    })
    expect(performance.now() - began).toBeLessThan(2 * LIMIT_MS)
    await expectCalm()
  })

  it('that is printed and prints itself there is a document', { timeout: 60_000 }, async () => {
    const html = '<script>onbeforeprint = () => { print(); alert(1) }</script>words'
    expect((await studio.pdf({ source: { html } })).pages).toBe(1)
    await expectCalm()
  })
})
