import { PassThrough } from 'node:stream'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { Connection } from './connection.ts'
import { createPipe, MAX_MESSAGE_BYTES } from './pipe.ts'

let toBrowser: PassThrough
let fromBrowser: PassThrough
let connection: Connection
beforeEach(() => {
  toBrowser = new PassThrough()
  fromBrowser = new PassThrough()
  connection = new Connection(createPipe(toBrowser, fromBrowser))
})

const sent = () =>
  String(toBrowser.read() ?? '')
    .split('\0')
    .filter((text) => text !== '')
    .map((text) => JSON.parse(text))
const say = (...messages: unknown[]) =>
  fromBrowser.write(messages.map((message) => `${JSON.stringify(message)}\0`).join(''))

describe('a connection to a browser', () => {
  it('hands answers to those who asked, in whatever order and pieces they come', async () => {
    const first = connection.root.send('Browser.getVersion', {})
    const second = connection.session('S').send('Page.navigate', { url: 'http://example.test/' })
    expect(sent()).toEqual([
      { id: 1, method: 'Browser.getVersion', params: {} },
      { id: 2, method: 'Page.navigate', params: { url: 'http://example.test/' }, sessionId: 'S' },
    ])
    const bytes = Buffer.from(`{"id":2,"result":{"frameId":"Ž漢"}}\0{"id":1,"result":{"product":"X"}}\0`)
    for (const byte of bytes) fromBrowser.write(Buffer.from([byte]))
    expect(await second).toEqual({ frameId: 'Ž漢' })
    expect(await first).toEqual({ product: 'X' })
  })

  it('rejects with what the browser says, and with the reason of a signal', async () => {
    const failing = connection.root.send('Browser.getVersion', {})
    say({ id: 1, error: { message: 'no such thing' } })
    await expect(failing).rejects.toThrow('Browser.getVersion: no such thing')
    const controller = new AbortController()
    const left = connection.root.send('Browser.getVersion', {}, controller.signal)
    controller.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    await expect(connection.root.send('Browser.getVersion', {}, controller.signal)).rejects.toThrow('left')
    say({ id: 2, result: {} })
  })

  it('tells a session its own events, until it ends', async () => {
    const [ours, others] = [vi.fn(), vi.fn()]
    const session = connection.session('S')
    const off = session.on('Page.lifecycleEvent', ours)
    connection.session('T').on('Page.lifecycleEvent', others)
    const event = { method: 'Page.lifecycleEvent', sessionId: 'S', params: { name: 'load' } }
    say(event)
    await vi.waitFor(() => expect(ours).toHaveBeenCalledExactlyOnceWith({ name: 'load' }))
    off()
    say(event, { method: 'Page.lifecycleEvent', sessionId: 'T', params: {} })
    await vi.waitFor(() => expect(others).toHaveBeenCalledOnce())
    expect(ours).toHaveBeenCalledOnce()
  })

  it('rejects what a page was asked when it is gone, and what anybody asks when the browser is', async () => {
    const ofPage = connection.session('S').send('Page.enable', {})
    const ofBrowser = connection.root.send('Browser.getVersion', {})
    say({ method: 'Target.detachedFromTarget', params: { sessionId: 'S' } })
    await expect(ofPage).rejects.toMatchObject({ name: 'ConnectionClosed', message: 'The page is gone.' })
    fromBrowser.destroy()
    await expect(ofBrowser).rejects.toMatchObject({ name: 'ConnectionClosed' })
    await connection.closed
    expect(connection.isClosed).toBe(true)
    await expect(connection.root.send('Browser.getVersion', {})).rejects.toMatchObject({ name: 'ConnectionClosed' })
  })

  it('hears nothing more of a page that is gone', async () => {
    const [ofPage, ofBrowser] = [vi.fn(), vi.fn()]
    connection.session('S').on('Page.lifecycleEvent', ofPage)
    connection.root.on('Target.targetCreated', ofBrowser)
    say({ method: 'Target.detachedFromTarget', params: { sessionId: 'S' } })
    say({ method: 'Page.lifecycleEvent', sessionId: 'S', params: {} }, { method: 'Target.targetCreated', params: {} })
    await vi.waitFor(() => expect(ofBrowser).toHaveBeenCalledOnce())
    expect(ofPage).not.toHaveBeenCalled()
  })

  it('refuses an answer that is too large to hold, and that one alone', async () => {
    const large = connection.root.send('Browser.getVersion', {})
    const small = connection.root.send('Browser.getVersion', {})
    const piece = Buffer.alloc(MAX_MESSAGE_BYTES / 16, 'x')
    const writeLarge = (head: string) => {
      for (const byte of Buffer.from(head)) fromBrowser.write(Buffer.from([byte]))
      for (let count = 0; count < 16; count += 1) fromBrowser.write(piece)
      fromBrowser.write('"}}\0')
    }
    writeLarge('{"method":"Page.lifecycleEvent","params":{"name":"')
    writeLarge('{"id":1,"result":{"product":"')
    await expect(large).rejects.toThrow('Browser.getVersion: the answer is too large')
    say({ id: 2, result: { product: 'X' } })
    expect(await small).toEqual({ product: 'X' })
  })

  it.each(['{"method":"Target.detachedFromTarget"}', '{"method":"Target.targetCreated"}'])(
    'closes when an event lacks its parts: %s',
    async (event) => {
      connection.root.on('Target.targetCreated', ({ targetInfo }) => targetInfo.type)
      const asked = connection.root.send('Browser.getVersion', {})
      fromBrowser.write(`${event}\0`)
      await expect(asked).rejects.toMatchObject({ name: 'ConnectionClosed' })
    },
  )

  it('closes when the other end is no browser', async () => {
    const asked = connection.root.send('Browser.getVersion', {})
    fromBrowser.write('words\0')
    await expect(asked).rejects.toMatchObject({ name: 'ConnectionClosed' })
  })
})
