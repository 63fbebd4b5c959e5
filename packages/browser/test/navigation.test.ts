// From an address to a document: what is waited for, and what is said when none comes.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { needBrowser } from './support/executable.ts'
import { readPng } from './support/png.ts'
import { redirect, typed } from './support/site.ts'
import { openStudio, refusalOf, type Studio } from './support/studio.ts'

const GREEN = '<body style="margin:0;background:#00ff00">'
const RED = '<body style="margin:0;background:#ff0000">'

describe('a render', () => {
  needBrowser()
  let studio: Studio
  beforeAll(async () => {
    studio = await openStudio({ limitMs: 13_000 })
    studio.site.set({ '/green': GREEN, '/red': RED })
  })
  afterAll(async () => {
    await studio?.[Symbol.asyncDispose]()
  })

  /** The colour in the middle of the page, and its address. */
  const look = async (path: string, more = {}) => {
    const { base64, finalUrl } = await studio.screenshot({ url: studio.site.url(path), ...more })
    const [red, green] = readPng(base64).at(200, 150)
    return { colour: red > green ? 'red' : 'green', path: finalUrl.replace(/^http:\/\/[^/]+/, '') }
  }

  it.each([
    ['a redirect', { '/start': redirect('/green') }],
    ['a refresh of the document', { '/start': `<meta http-equiv=refresh content="0;url=/green">${RED}` }],
    ['a refresh after a second', { '/start': `<meta http-equiv=refresh content="1;url=/green">${RED}` }],
    ['a script at once', { '/start': `<script>location.href = '/green'</script>${RED}` }],
    ['a script on load', { '/start': `${RED}<script>onload = () => location.replace('/green')</script>` }],
    ['a form', { '/start': `${RED}<form id=f action=/green></form><script>onload = () => f.submit()</script>` }],
  ])('follows %s', async (_what, pages) => {
    studio.site.set(pages)
    expect(await look('/start')).toEqual({ colour: 'green', path: expect.stringMatching(/^\/green\??$/) })
  })

  it('tells the address that a script gave the page', async () => {
    studio.site.set({ '/app': `${GREEN}<script>history.pushState(1, '', '/app/inner')</script>` })
    expect(await look('/app')).toEqual({ colour: 'green', path: '/app/inner' })
    expect(await look('/green#part')).toEqual({ colour: 'green', path: '/green#part' })
  })

  it('takes a page that fails as the site serves it', async () => {
    studio.site.set({ '/broken': typed('text/html', GREEN, 500), '/gone': typed('text/html', GREEN, 404) })
    expect(await look('/broken')).toEqual({ colour: 'green', path: '/broken' })
    expect(await look('/gone')).toEqual({ colour: 'green', path: '/gone' })
  })

  it.each([
    ['text/plain', 'just words'],
    ['application/json', '{"a":1}'],
    [
      'image/svg+xml',
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    ],
    ['application/xml', '<a>words</a>'],
  ])('shows a document of type %s', async (type, body) => {
    studio.site.set({ '/document': typed(type, body) })
    const { width } = await studio.screenshot({ url: studio.site.url('/document') })
    expect(width).toBe(400)
  })

  it('stays on the page when a script asks for a download or an answer without content', async () => {
    studio.site.set({
      '/zip': typed('application/zip', 'PK'),
      '/nothing': (_request, response) => response.writeHead(204).end(),
      '/to-zip': `${GREEN}<script>onload = () => { location.href = '/zip' }</script>`,
      '/to-nothing': `${GREEN}<script>onload = () => { location.href = '/nothing' }</script>`,
    })
    expect(await look('/to-zip')).toEqual({ colour: 'green', path: '/to-zip' })
    expect(await look('/to-nothing')).toEqual({ colour: 'green', path: '/to-nothing' })
  })

  describe('waits', () => {
    const slow = (milliseconds: number, body: string, type = 'text/css') =>
      ((_request, response) => {
        response.writeHead(200, { 'content-type': type })
        setTimeout(() => response.end(body), milliseconds)
      }) satisfies Parameters<Studio['site']['set']>[0][string]

    it('for the document alone, or for what it needs', async () => {
      studio.site.set({
        '/late.svg': slow(
          1500,
          '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="300"><rect width="400" height="300" fill="#00ff00"/></svg>',
          'image/svg+xml',
        ),
        '/picture': `${RED}<img src=/late.svg style="display:block">`,
      })
      expect((await look('/picture', { waitUntil: 'domcontentloaded' })).colour).toBe('red')
      expect((await look('/picture', { waitUntil: 'load' })).colour).toBe('green')
    })

    it('until the network is idle, and no longer than it takes', async () => {
      const paint = "document.body.style.background = '#00ff00'"
      const twice = `setTimeout(() => fetch('/data').then((answer) => answer.text()).then(() => { ${paint} }), 300)`
      studio.site.set({
        '/data': slow(700, 'x', 'text/plain'),
        '/busy': `${RED}<script>onload = () => { ${twice} }</script>`,
        '/events': (_request, response) =>
          response.writeHead(200, { 'content-type': 'text/event-stream' }).write(':\n\n'),
        '/listening': `${GREEN}<script>new EventSource('/events'); fetch('/events')</script>`,
      })
      expect((await look('/busy', { waitUntil: 'load' })).colour).toBe('red')
      expect((await look('/busy', { waitUntil: 'networkidle' })).colour).toBe('green')
      const began = performance.now()
      expect((await look('/listening', { waitUntil: 'networkidle' })).colour).toBe('green')
      expect(performance.now() - began).toBeLessThan(8000)
    })

    it('for a page that never rests no longer than the bound, and takes it as it is', async () => {
      studio.site.set({
        '/tick': typed('text/plain', 'x'),
        '/restless': `${GREEN}<script>setInterval(() => fetch('/tick'), 100)</script>`,
      })
      expect((await look('/restless', { waitUntil: 'networkidle' })).colour).toBe('green')
    })

    it('as long as the caller says', async () => {
      studio.site.set({
        '/later': `${RED}<script>setTimeout(() => { document.body.style.background = '#00ff00' }, 800)</script>`,
      })
      expect((await look('/later')).colour).toBe('red')
      expect((await look('/later', { delayMs: 1500 })).colour).toBe('green')
    })
  })

  describe('says', () => {
    const refusal = (url: string, more = {}) => refusalOf(studio.screenshot({ url, ...more }))

    it('that a destination is refused, wherever on the way it comes', async () => {
      studio.site.set({
        '/to-private': redirect('http://10.0.0.1/'),
        '/to-private-tls': redirect('https://192.168.1.1/'),
        '/script-to-private': `${GREEN}<script>onload = () => { location.href = 'http://169.254.1.1/' }</script>`,
      })
      for (const url of ['http://10.0.0.1/', 'https://10.0.0.1/', 'http://[::1]/', 'http://localhost/']) {
        expect(await refusal(url), url).toMatchObject({ code: 'DESTINATION_REFUSED' })
      }
      for (const path of ['/to-private', '/to-private-tls', '/script-to-private']) {
        expect(await refusal(studio.site.url(path)), path).toMatchObject({ code: 'DESTINATION_REFUSED' })
      }
    })

    it('nothing of a frame that is refused', async () => {
      studio.site.set({
        '/framing': `${GREEN}<iframe src="http://10.0.0.1/" hidden></iframe><img src="http://10.0.0.1/">`,
      })
      expect((await look('/framing')).colour).toBe('green')
    })

    it('that a site has no address, takes no connection, or breaks off', async () => {
      studio.site.set({ '/reset': (request) => request.socket.destroy() })
      expect(await refusal('http://nowhere.test/')).toMatchObject({ code: 'UPSTREAM_UNREACHABLE' })
      expect(await refusal('https://nowhere.test/')).toMatchObject({ code: 'UPSTREAM_UNREACHABLE' })
      expect(await refusal(studio.site.url('/reset'))).toMatchObject({ code: 'UPSTREAM_ERROR' })
    })

    it('that a site redirects in a circle', async () => {
      studio.site.set({ '/round': redirect('/round') })
      expect(await refusal(studio.site.url('/round'))).toEqual({
        code: 'UPSTREAM_ERROR',
        message: 'The site redirects in a circle.',
      })
    })

    it('that an address is a download, or has no content', async () => {
      studio.site.set({
        '/file': typed('application/octet-stream', 'x'),
        '/paper': typed('application/pdf', '%PDF-1.4'),
      })
      studio.site.set({ '/empty': (_request, response) => response.writeHead(204).end() })
      for (const path of ['/file', '/paper', '/empty']) {
        expect(await refusal(studio.site.url(path)), path).toMatchObject({ code: 'UNPROCESSABLE' })
      }
    })

    it('that only http and https are served', async () => {
      studio.site.set({ '/to-file': redirect('file:///etc/hostname') })
      for (const url of ['file:///etc/hostname', 'chrome://version/', 'view-source:http://site.example.test/']) {
        expect(await refusal(url), url).toMatchObject({ code: 'DESTINATION_REFUSED' })
      }
      expect(await refusal(studio.site.url('/to-file'))).toMatchObject({ code: 'DESTINATION_REFUSED' })
    })

    it('that a page does not answer, or does not finish, within its time', { timeout: 60_000 }, async () => {
      studio.site.set({
        '/silent': () => {},
        '/endless': (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).write(GREEN),
      })
      const [silent, endless] = await Promise.all(['/silent', '/endless'].map((path) => refusal(studio.site.url(path))))
      expect(silent).toEqual({ code: 'UPSTREAM_TIMEOUT', message: 'The page did not answer within 10 s.' })
      expect(endless).toEqual({ code: 'UPSTREAM_TIMEOUT', message: 'The page did not finish loading within 10 s.' })
    })
  })
})
