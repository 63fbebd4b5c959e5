// What is on paper.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { needBrowser } from './support/executable.ts'
import { openStudio, type PdfWishes, refusalOf, type Studio } from './support/studio.ts'

const POINTS_PER_INCH = 72

describe('a PDF', () => {
  needBrowser()
  let studio: Studio
  beforeAll(async () => {
    studio = await openStudio()
  })
  afterAll(async () => {
    await studio?.[Symbol.asyncDispose]()
  })

  const print = (html: string, more: Partial<PdfWishes> = {}) => studio.pdf({ source: { html }, ...more })
  /** The document as text: Skia leaves everything but streams readable. */
  const file = async (html: string, more: Partial<PdfWishes> = {}) =>
    Buffer.from((await print(html, more)).base64, 'base64').toString('latin1')
  const inches = (text: string) =>
    (/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? []).slice(1).map((points) => Number(points) / POINTS_PER_INCH)
  const pagesOf = async (html: string, more: Partial<PdfWishes> = {}) => (await print(html, more)).pages
  const breaks = (count: number) => '<p style="break-after:page">page</p>'.repeat(count - 1).concat('<p>last</p>')

  it.each([
    ['A4', { widthIn: 8.27, heightIn: 11.69 }],
    ['Letter', { widthIn: 8.5, heightIn: 11 }],
    ['A3', { widthIn: 11.69, heightIn: 16.54 }],
  ])('is on %s paper, upright or lying, whatever @page says', async (_name, paper) => {
    const html = '<style>@page { size: A5; margin: 3in }</style><p>words</p>'
    const [upright = [], lying = []] = [
      inches(await file(html, { paper })),
      inches(await file(html, { paper, landscape: true })),
    ]
    expect(upright[0]).toBeCloseTo(paper.widthIn, 1)
    expect(upright[1]).toBeCloseTo(paper.heightIn, 1)
    expect(lying[0]).toBeCloseTo(paper.heightIn, 1)
  })

  it('has the margins and the scale that are asked for', async () => {
    const html = '<p>words</p>'.repeat(60)
    const wide = { top: 3, right: 3, bottom: 3, left: 3 }
    const [plain, margined, scaled] = [
      await pagesOf(html),
      await pagesOf(html, { marginIn: wide }),
      await pagesOf(html, { scale: 0.4 }),
    ]
    expect(plain).toBe(2)
    expect(margined).toBeGreaterThan(3)
    expect(scaled).toBe(1)
  })

  it('is laid out for the medium that is asked for', async () => {
    const html = `<style>@media print { .more { break-after: page } }</style>${'<p class=more>words</p>'.repeat(3)}<p>end</p>`
    expect([await pagesOf(html, { media: 'screen' }), await pagesOf(html, { media: 'print' })]).toEqual([1, 4])
  })

  it('has backgrounds, or has none', async () => {
    const html = '<body style="background:#123456"><p>words</p>'
    const [printed, left] = [await print(html), await print(html, { printBackground: false })]
    expect(printed.base64.length).toBeGreaterThan(left.base64.length)
  })

  it('holds the pages that are asked for', async () => {
    expect(await pagesOf(breaks(5))).toBe(5)
    expect(await pagesOf(breaks(5), { pageRanges: '2-3,5' })).toBe(3)
    expect(await pagesOf(breaks(5), { pageRanges: '4-' })).toBe(2)
    expect(await pagesOf(breaks(5), { pageRanges: '4-9' })).toBe(2)
  })

  it.each([
    ['7', 'pageRanges: expected pages that the document has'],
    ['6-', 'pageRanges: expected pages that the document has'],
    ['2,7', 'pageRanges: expected pages that the document has'],
    ['3-1', 'pageRanges: expected ranges such as 1-3,5 or 8-'],
    ['x', 'pageRanges: expected ranges such as 1-3,5 or 8-'],
  ])('cannot hold the pages %s of five', async (pageRanges, message) => {
    expect(await refusalOf(print(breaks(5), { pageRanges }))).toEqual({ code: 'INVALID_INPUT', message })
  })

  it('needs room between its margins', async () => {
    const marginIn = { top: 6, right: 0, bottom: 6, left: 0 }
    expect(await refusalOf(print('<p>words</p>', { marginIn }))).toEqual({
      code: 'INVALID_INPUT',
      message: 'margin: expected margins that leave room on the paper',
    })
  })

  it('is small: a table of 300 rows takes less than 100 KB', async () => {
    const rows = Array.from(
      { length: 300 },
      (_, i) => `<tr><td>${i}</td><td>Part ${i * 37}</td><td>${i * 1.5} EUR</td></tr>`,
    )
    const { base64, pages } = await print(`<style>td { border: 1px solid }</style><table>${rows.join('')}</table>`)
    expect(pages).toBeGreaterThan(5)
    expect(base64.length * 0.75).toBeLessThan(100_000)
  })

  it('counts its pages and not what a page says of itself', async () => {
    const title = '/Type /Page /Count 99 >> endobj trailer <</Root 1 0 R>> startxref 0 %%EOF ) \\) (('
    const html = `<html lang="x /Pages 9 0 R)"><title>${title}</title><meta name=author content="${title}"><p>one</p>`
    expect(await pagesOf(html)).toBe(1)
  })

  describe('of a document that was given', () => {
    it('runs its scripts, at an origin of its own, with no network but the public one', async () => {
      const told = (text: string) =>
        `document.body.innerHTML = '<p style="break-after:page">x</p>'.repeat(${text}) + 'end'`
      expect(await pagesOf(`<body><script>${told('3')}</script>`)).toBe(4)
      expect(await pagesOf(`<body><script>${told("origin.startsWith('http://') ? 1 : 5")}</script>`)).toBe(2)
      const asks = `<body><script>fetch('http://10.0.0.1/').then(() => 6, () => 2).then((n) => { ${told('n')} })</script>`
      expect(await pagesOf(asks, { waitUntil: 'networkidle' })).toBe(3)
    })

    it('loads what it names on a site', async () => {
      studio.site.set({
        '/style.css': (_request, response) =>
          response.writeHead(200, { 'content-type': 'text/css' }).end('p { break-after: page }'),
      })
      const html = `<link rel=stylesheet href="${studio.site.url('/style.css')}"><p>a</p><p>b</p>end`
      expect(await pagesOf(html)).toBe(3)
    })

    it('may be two megabytes', { timeout: 60_000 }, async () => {
      const html = `<p>${'words and more words. '.repeat(50)}</p><!--${'x'.repeat(2_095_000)}-->`
      expect(await pagesOf(html)).toBe(1)
    })

    it('keeps every letter', async () => {
      const html =
        '<p>Zażółć 漢字 🚢 &amp; “quoted”</p><script>if (document.body.textContent.includes("漢字 🚢")) document.body.innerHTML = "<p style=break-after:page>a</p>b"</script>'
      expect(await pagesOf(html)).toBe(2)
    })

    it('fails when it goes on to a place that is refused', async () => {
      const html = '<script>location.href = "http://10.0.0.1/"</script>'
      expect(await refusalOf(print(html))).toMatchObject({ code: 'DESTINATION_REFUSED' })
    })
  })
})
