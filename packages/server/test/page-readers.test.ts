import { setImmediate as turn } from 'node:timers/promises'
import type { FetchedPage } from '@kiosk/catalog'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createPageReaders, type PageReadersOptions } from '../src/page-readers.ts'

const wishes = { mode: 'article', maxChars: 1000, includeLinks: true, includeImages: false } as const
const never = new AbortController().signal

function page(url: string, text = ''): FetchedPage {
  return { bytes: new TextEncoder().encode(text), status: 200, headers: { 'content-type': 'text/html' }, url }
}

function readers(options: PageReadersOptions) {
  const made = createPageReaders(options)
  onTestFinished(() => made.close())
  return made
}

function toys(limitMs?: number) {
  return readers({
    worker: new URL('./toy-page-worker.ts', import.meta.url),
    ...(limitMs !== undefined && { limitMs }),
  })
}

describe('threads that read pages', () => {
  test('convert by the real thread file', async () => {
    const html = '<title>Kites</title><main><h1>Kites</h1><p>A kite needs wind, a line and a patient hand.</p></main>'
    const read = await readers({}).forCall(never).read(page('https://kites.example.test/', html), wishes)
    expect(read).toMatchObject({ kind: 'page', title: 'Kites', markdown: expect.stringContaining('patient hand') })
  })

  test('take over a buffer that is all the page, and copy a page out of a larger one', async () => {
    const pages = toys().forCall(never)
    const shared = new TextEncoder().encode('one two')
    const whole = new Uint8Array(shared)
    const read = (bytes: Uint8Array) => pages.read({ ...page('x'), bytes }, wishes)
    expect(await read(shared.subarray(4))).toEqual({ kind: 'wall', by: 'two' })
    expect(new TextDecoder().decode(shared)).toBe('one two')
    expect(await read(whole)).toEqual({ kind: 'wall', by: 'one two' })
    expect(whole.length).toBe(0)
  })

  test('leave this thread free meanwhile, and end when the call does', async () => {
    const call = new AbortController()
    const reading = toys().forCall(call.signal).read(page('spin'), wishes)
    await turn()
    call.abort(new Error('the caller left'))
    await expect(reading).rejects.toThrow('the caller left')
  })

  test('end with a clear error past the limit, and go on with the next page', async () => {
    const pages = toys(1500).forCall(never)
    await expect(pages.read(page('spin'), wishes)).rejects.toMatchObject({ code: 'UNPROCESSABLE' })
    expect(await pages.read(page('x', 'next'), wishes)).toEqual({ kind: 'wall', by: 'next' })
  })

  test('end with a clear error past their memory, and go on with the next page', async () => {
    const pages = toys().forCall(never)
    await expect(pages.read(page('hoard'), wishes)).rejects.toMatchObject({ code: 'UNPROCESSABLE' })
    expect(await pages.read(page('x', 'next'), wishes)).toEqual({ kind: 'wall', by: 'next' })
  })

  test('pass a defect on as one', async () => {
    await expect(toys().forCall(never).read(page('throw'), wishes)).rejects.toThrow('a defect')
  })
})
