import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { Connection } from '../cdp/connection.ts'
import { createPipe } from '../cdp/pipe.ts'
import type { Host, HostSource } from './host.ts'
import { Place } from './place.ts'

/** A browser that does nothing, and tells whether it was ended. */
function makeHost(): Host & { readonly isEnded: boolean } {
  const connection = new Connection(createPipe(new PassThrough(), new PassThrough()))
  let isEnded = false
  return {
    connection,
    identity: { agent: { userAgent: '', acceptLanguage: '', userAgentMetadata: noHints }, hasBareWindows: true },
    memoryBytes: async () => null,
    setBusy() {},
    async end() {
      isEnded = true
      connection.close()
    },
    get isEnded() {
      return isEnded
    },
  }
}

const noHints = {
  brands: [],
  fullVersionList: [],
  platform: '',
  platformVersion: '',
  architecture: '',
  bitness: '',
  model: '',
  mobile: false,
}

const signal = new AbortController().signal

/** A place whose browsers come when the test says so. */
function openPlace(renders = 1000) {
  const opened: PromiseWithResolvers<Host>[] = []
  const source: HostSource = {
    count: 1,
    isReplaceable: true,
    filter: async () => ({}),
    open() {
      const opening = Promise.withResolvers<Host>()
      opened.push(opening)
      return opening.promise
    },
  }
  const place = new Place(source, 0, { renders, ageMs: 1e9, memoryBytes: 1e12 }, signal)
  return { place, opened }
}

/** Long enough for all that was settled to be heard of. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the place of a browser', () => {
  it('brings up one browser for all who find the last one dead', async () => {
    const { place, opened } = openPlace()
    const first = makeHost()
    const entering = place.enter(signal)
    opened[0]?.resolve(first)
    place.leave(await entering)
    first.connection.close()
    const second = makeHost()
    const entered = Promise.all([1, 2, 3].map(() => place.enter(signal)))
    await settled()
    for (const { resolve } of opened.slice(1)) resolve(second)
    const tenures = new Set(await entered)
    expect([opened.length, tenures.size]).toEqual([2, 1])
  })

  it('keeps the browser that comes although an earlier one did not', async () => {
    const { place, opened } = openPlace()
    const failing = place.enter(signal)
    failing.catch(() => {})
    const stopping = place.stop()
    const entering = place.enter(signal)
    opened[0]?.reject(new Error('it does not start'))
    await expect(failing).rejects.toThrow('it does not start')
    const host = makeHost()
    opened[1]?.resolve(host)
    place.leave(await entering)
    await stopping
    place.leave(await place.enter(signal))
    expect(opened.length).toBe(2)
    await place.stop()
    expect(host.isEnded).toBe(true)
  })

  it('leaves no browser behind when it was to be replaced while it was sent away', async () => {
    const { place, opened } = openPlace(1)
    const hosts = [makeHost(), makeHost(), makeHost()]
    const entering = place.enter(signal)
    opened[0]?.resolve(hosts[0] ?? makeHost())
    place.leave(await entering)
    await settled()
    expect(opened.length).toBe(2)
    const stopping = place.stop()
    const again = place.enter(signal)
    opened[1]?.resolve(hosts[1] ?? makeHost())
    await settled()
    opened[2]?.resolve(hosts[2] ?? makeHost())
    await again
    await stopping
    expect(hosts.map(({ isEnded }) => isEnded)).toEqual([true, true, false])
    expect(opened.length).toBe(3)
  })
})
