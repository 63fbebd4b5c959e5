// What is in a picture.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { needBrowser } from './support/executable.ts'
import { readPng } from './support/png.ts'
import { typed } from './support/site.ts'
import { openStudio, refusalOf, type Studio } from './support/studio.ts'

const square = (colour: string) =>
  typed(
    'image/svg+xml',
    `<svg xmlns="http://www.w3.org/2000/svg" width="50" height="50"><rect width="50" height="50" fill="${colour}"/></svg>`,
  )

const GREEN = [0, 255, 0]
const RED = [255, 0, 0]
const BLUE = [0, 0, 255]
const WHITE = [255, 255, 255]

describe('a screenshot', () => {
  needBrowser()
  let studio: Studio
  beforeAll(async () => {
    studio = await openStudio()
  })
  afterAll(async () => {
    await studio?.[Symbol.asyncDispose]()
  })

  const show = (html: string, more = {}) => {
    studio.site.set({ '/page': `<!doctype html><style>body{margin:0}</style>${html}` })
    return studio.screenshot({ url: studio.site.url('/page'), ...more })
  }
  const picture = async (html: string, more = {}) => readPng((await show(html, more)).base64)

  it('has the size of the viewport, to the pixel', async () => {
    const { width, height, base64 } = await show('<p>words</p>', { width: 317, height: 211 })
    const { width: fileWidth, height: fileHeight } = readPng(base64)
    expect([width, height, fileWidth, fileHeight]).toEqual([317, 211, 317, 211])
  })

  it('is a JPEG of the quality that is asked for', async () => {
    const noisy = '<div style="height:300px;background:repeating-linear-gradient(33deg,#f00,#00f 3px,#0f0 7px)"></div>'
    const of = (quality: number) => show(noisy, { encoding: { format: 'jpeg', quality } })
    const [poor, fine] = [await of(10), await of(95)]
    expect(Buffer.from(poor.base64, 'base64').subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    expect(fine.base64.length).toBeGreaterThan(poor.base64.length * 1.5)
    expect([poor.width, poor.height]).toEqual([400, 300])
  })

  it('has no scroll bars', async () => {
    const { at } = await picture('<div style="height:5000px;background:#0f0"></div>')
    expect(at(399, 150)).toEqual(GREEN)
  })

  describe('of the whole page', () => {
    const whole = { fullPage: true }

    it('is as high as the document, and the view keeps its height', async () => {
      const html = '<div style="height:100vh;background:#0f0"></div><div style="height:1000px;background:#f00"></div>'
      const { at, height } = await picture(html, whole)
      expect(height).toBe(1300)
      expect([at(5, 299), at(5, 300), at(5, 1299)]).toEqual([GREEN, RED, RED])
    })

    it('is as high as the view where the document is lower', async () => {
      expect((await picture('<p>words</p>', whole)).height).toBe(300)
    })

    it('does not repeat itself beyond the limit of textures', { timeout: 60_000 }, async () => {
      // Every stripe has a colour of its own, so one that comes twice is seen.
      const stripes = `<script>for (let i = 0; i < 250; i++) {
        const stripe = document.body.appendChild(document.createElement('div'))
        stripe.style.cssText = 'height:80px;background:rgb(' + i + ',' + (i * 7) % 256 + ',' + (255 - i) + ')'
      }</script>`
      const { at, height } = await picture(`<body>${stripes}`, { ...whole, width: 200 })
      expect(height).toBe(20_000)
      for (let i = 0; i < 250; i += 1) expect(at(100, i * 80 + 40)).toEqual([i, (i * 7) % 256, 255 - i])
    })

    it('shows what comes in only when somebody scrolls', async () => {
      studio.site.set({ '/lazy.svg': square('#00ff00') })
      const html = `<div style="height:2500px"></div><img id=lazy loading=lazy src=/lazy.svg width=50 height=50 style="display:block">
        <div id=seen style="height:50px;background:#f00"></div>
        <script>new IntersectionObserver(([entry]) => {
          if (entry.isIntersecting) seen.style.background = '#00f'
        }).observe(seen)</script>`
      const { at } = await picture(html, whole)
      expect([at(25, 2525), at(25, 2575)]).toEqual([GREEN, BLUE])
    })

    it('has what sticks at the top once, and what is fixed below at the end', async () => {
      const html = `<div style="position:sticky;top:0;height:20px;background:#f00"></div>
        <div style="position:fixed;bottom:0;left:0;right:0;height:20px;background:#00f"></div>
        <div style="height:2000px"></div>`
      const { at, height } = await picture(html, whole)
      const rows = Array.from({ length: height }, (_, y) => at(200, y))
      const rowsOf = (colour: readonly number[]) => rows.flatMap((row, y) => (row.join() === colour.join() ? [y] : []))
      expect(rowsOf(RED)).toEqual(Array.from({ length: 20 }, (_, y) => y))
      expect(rowsOf(BLUE)).toEqual(Array.from({ length: 20 }, (_, y) => height - 20 + y))
    })

    it('ends in time when the page grows with every look at it', { timeout: 30_000 }, async () => {
      const html = `<div id=all></div><script>
        const grow = () => { all.appendChild(document.createElement('div')).style.height = '900px' }
        grow(); addEventListener('scroll', grow)
      </script>`
      expect((await show(html, whole)).height).toBeGreaterThan(900)
    })

    it.each([
      ['of 80 million pixels', 2_000_000, 'png', /The image would have 400 x 2000000 pixels/],
      ['higher than a JPEG can be', 70_000, 'jpeg', /a JPEG holds 65535/],
    ])('is refused when it would be one %s', async (_what, height, format, message) => {
      const encoding = format === 'png' ? { format } : { format, quality: 80 }
      const refusal = await refusalOf(show(`<div style="height:${height}px"></div>`, { ...whole, encoding }))
      expect(refusal).toEqual({ code: 'UNPROCESSABLE', message: expect.stringMatching(message) })
    })

    it('may be higher than a JPEG can be when it is a PNG', { timeout: 60_000 }, async () => {
      const html = '<div style="height:69990px"></div><div style="height:10px;background:#0f0"></div>'
      const { at, height } = await picture(html, { ...whole, width: 100 })
      expect([height, at(50, 69_985), at(50, 69_995)]).toEqual([70_000, WHITE, GREEN])
    })
  })

  it('leaves ads and trackers out, but not the page that was asked for', async () => {
    const ads = '<img src="http://ads.doubleclick.net/a.gif"><img src="/pagead/b.gif"><img src="/kept.svg">'
    studio.site.set({ '/kept.svg': square('#00ff00') })
    const asked = () => studio.site.requests.map(({ path }) => path)
    await show(ads, { blockAds: true })
    expect(asked()).toContain('/kept.svg')
    expect(asked()).not.toContain('/pagead/b.gif')
    await show(ads)
    expect(asked()).toContain('/pagead/b.gif')
    const refusal = await refusalOf(studio.screenshot({ url: 'http://doubleclick.net/', blockAds: true }))
    expect(refusal.code).toBe('UPSTREAM_UNREACHABLE')
  })

  it('has letters, characters and pictures for all of them', async () => {
    for (const text of ['Wordy', '\u6f22\u5b57', '\u{1f6a2}']) {
      const { at } = await picture(`<p style="font:100px/1 serif;margin:0">${text}</p>`)
      const places = Array.from({ length: 100 * 100 }, (_, index) => at(index % 100, Math.floor(index / 100)))
      const inked = places.filter((colour) => colour.join() !== '255,255,255').length
      // A box that stands for a missing character is a thin line.
      expect(inked, text).toBeGreaterThan(900)
    }
  })

  it('shows a browser of people to the site, in frames, workers and hints, too', async () => {
    const told =
      "[navigator.userAgent, navigator.userAgentData?.brands.map((one) => one.brand), navigator.language, navigator.webdriver].join('|')"
    const worker = `new Worker(URL.createObjectURL(new Blob(['postMessage(navigator.userAgent)'])))`
    studio.site.set({ '/inner': '<p>inner</p>', '/heard': typed('text/plain', 'x') })
    await show(
      `<iframe src="${studio.site.url('/inner', 'other.example.test')}"></iframe><script>
      fetch('/heard?' + encodeURIComponent(${told}))
      ${worker}.onmessage = ({ data }) => fetch('/heard?worker=' + encodeURIComponent(data))
    </script>`,
      { waitUntil: 'networkidle', delayMs: 2000 },
    )
    const seen = studio.site.requests.filter(({ path }) => /^\/(?:page|inner|heard)/.test(path))
    const words = seen.flatMap(({ path, headers }) => [
      decodeURIComponent(path),
      String(headers['user-agent']),
      String(headers['sec-ch-ua']),
    ])
    expect(seen.some(({ path }) => path.startsWith('/heard?worker='))).toBe(true)
    expect(words.filter((word) => /headless/i.test(word))).toEqual([])
    expect(words.some((word) => /^Mozilla.* Chrome\/\d+\.0\.0\.0 /.test(word))).toBe(true)
    expect(seen.every(({ headers }) => headers['accept-language'] === 'en-US,en;q=0.9')).toBe(true)
  })
})
