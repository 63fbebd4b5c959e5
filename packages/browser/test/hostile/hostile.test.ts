// Pages that try everything to reach this machine or its network, through the real browser and the real filter.
import { Secret } from '@kiosk/catalog'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { executablePath, isLong, needBrowser } from '../support/executable.ts'
import { CALL_LIMIT_MS } from '../support/rendering.ts'
import { type Arena, type Outcome, openArena } from './support/arena.ts'
import { type ForwardProxy, startForwardProxy } from './support/forward-proxy.ts'
import { everyVector, pagesOf, vectorNamed } from './vectors/every-vector.ts'

/** A test may take as long as its renders, and what comes around them. */
const renders = (count: number) => (CALL_LIMIT_MS + 5000) * count

function expectSuccess(outcome: Outcome): void {
  expect(outcome).toMatchObject({ code: null })
  expect(outcome.elapsedMs).toBeLessThan(CALL_LIMIT_MS + 1000)
}

/** What may become of a page that sends its own window elsewhere. */
const CLEAN: ReadonlySet<string | null> = new Set([
  ...[null, 'DESTINATION_REFUSED', 'UPSTREAM_UNREACHABLE', 'UPSTREAM_ERROR', 'UPSTREAM_TIMEOUT'],
  ...['UNPROCESSABLE', 'TIMEOUT'],
])

function expectClean(outcome: Outcome): void {
  expect(CLEAN).toContain(outcome.code)
  // Whatever is said, nothing of what lies behind is.
  expect(outcome.message).not.toMatch(/127\.0\.0|::1|10\.0\.0/)
  expect(outcome.elapsedMs).toBeLessThan(CALL_LIMIT_MS + 1000)
}

function expectRefused(outcome: Outcome): void {
  expectClean(outcome)
  expect(outcome.code).toBe('DESTINATION_REFUSED')
}

describe('hostile pages', () => {
  let arena: Arena
  let forward: ForwardProxy

  needBrowser()
  beforeAll(async () => {
    if (executablePath === null) return
    forward = await startForwardProxy()
    arena = await openArena({ executablePath, allow: [`127.0.0.1:${forward.port}`] })
  })
  afterAll(async () => {
    await arena?.[Symbol.asyncDispose]()
    await forward?.[Symbol.asyncDispose]()
  })

  describe.each(pagesOf(everyVector).map((vectors, index) => [index + 1, vectors] as const))(
    'in the frames of page %i',
    (_, vectors) => {
      it('by a screenshot', async () => expectSuccess(await arena.screenshot(arena.site.pageOf(vectors))), renders(1))
      it('by a PDF', async () => expectSuccess(await arena.pdf({ url: arena.site.pageOf(vectors) })), renders(1))
      it(
        'by a PDF of a document that was handed in',
        async () => expectSuccess(await arena.pdf({ html: arena.site.documentOf(vectors) })),
        renders(1),
      )
    },
  )

  it.each(['meta-refresh', 'location-replace', 'form-post', 'header-refresh', 'window-open', 'download', 'on-leaving'])(
    'in a window of its own: %s',
    async (name) => {
      expectClean(await arena.screenshot(arena.site.frameOf(vectorNamed(name)), { delayMs: 500 }))
    },
    renders(1),
  )

  it.each([
    '0x7f.1',
    '[::ffff:127.0.0.1]',
    'a.localhost',
    'inside.example.test',
    'mixed.example.test',
    '169.254.169.254',
  ])(
    'as the address itself: %s',
    async (host) => {
      const { port } = arena.site.targetOf(vectorNamed('img'))
      expectRefused(await arena.screenshot(`http://${host}:${port}/`))
      expectRefused(await arena.screenshot(`https://${host}:${port}/`))
      expectRefused(await arena.pdf({ url: `http://${host}:${port}/` }))
    },
    renders(3),
  )

  it(
    'as the end of a chain of redirects',
    async () => {
      const { url } = arena.site.targetOf(vectorNamed('redirect-chain'))
      expectRefused(await arena.screenshot(arena.site.redirect(arena.site.redirect(url, 307), 301)))
    },
    renders(1),
  )

  it.each([
    ...['file:///etc/passwd', 'chrome://version/', 'view-source:http://localhost/', 'ftp://localhost/'],
    ...['data:text/html,x', 'about:blank', 'javascript:1'],
  ])('as an address that is none of the web: %s', async (url) => expectRefused(await arena.screenshot(url)), renders(1))

  it(
    'by a name that leads elsewhere the second time',
    async () => {
      const at = `http://rebind.example.test:${arena.site.port}/redirect?status=200&to=x`
      const html = `<img src="${at}"><img src="${at}&2"><img src="${at}&3">`
      expectSuccess(await arena.pdf({ html }))
    },
    renders(1),
  )

  it(
    'by a caller’s proxy that is inside',
    async () => {
      const proxy = new Secret(`http://127.0.0.1:${arena.site.targetOf(vectorNamed('img')).port}`)
      expectRefused(await arena.screenshot(`${arena.site.origin}/blank`, {}, proxy))
      expectClean(await arena.pdf({ html: '<img src="http://site.example.test/">' }, proxy))
    },
    renders(2),
  )

  it(
    'by a caller’s proxy that would go anywhere',
    async () => {
      const proxy = new Secret(`http://127.0.0.1:${forward.port}`)
      const [vectors = []] = pagesOf(everyVector)
      forward.page = arena.site.documentOf(vectors)
      expectSuccess(await arena.screenshot('http://page.example.test/', {}, proxy))
      expect(forward.targets).toContain('GET http://page.example.test/')
      expect(forward.targets.filter((target) => /127|localhost|::1|intranet|\.local/.test(target))).toEqual([])
    },
    renders(1),
  )

  if (isLong) describe('one by one', () => eachByItself(() => arena))

  it('nothing was reached', async () => {
    await arena.endBrowser()
    expect(arena.canary.contacts).toEqual([])
  })
})

/** Every vector in a window of its own, by every way of rendering. */
function eachByItself(arena: () => Arena): void {
  it.each(everyVector.map((vector) => [vector.name, vector] as const))(
    '%s',
    async (_, vector) => {
      const { site, canary, screenshot, pdf } = arena()
      expectClean(await screenshot(site.frameOf(vector)))
      expectClean(await pdf({ url: site.frameOf(vector) }))
      if (vector.needsSite !== true) expectClean(await pdf({ html: vector.frame(site.targetOf(vector)) }))
      expect(canary.contacts).toEqual([])
    },
    renders(3),
  )
}
