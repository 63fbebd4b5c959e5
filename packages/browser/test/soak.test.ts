// Many renders of all kinds, one after the other and at once: nothing grows.
import { readdir } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isLong, needBrowser } from './support/executable.ts'
import { typed } from './support/site.ts'
import { browserProcesses, openStudio, type Studio } from './support/studio.ts'

const RENDERS = isLong ? 1000 : 40
const WORKERS = 4

describe('many renders', () => {
  needBrowser()
  let studio: Studio
  beforeAll(async () => {
    studio = await openStudio({ wear: { renders: 200 } })
    studio.site.set({
      '/calm': '<body style="background:#0f0">calm',
      '/busy':
        '<img src=/picture.svg><iframe src=/calm></iframe><script>fetch("/calm"); alert(1); open("/calm")</script>',
      '/picture.svg': typed('image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      '/high': '<body><div style="height:3000px">high</div>',
      '/file': typed('application/zip', 'PK'),
      '/reset': (request) => request.socket.destroy(),
      '/hang': () => {},
    })
  })
  afterAll(async () => {
    await studio?.[Symbol.asyncDispose]()
    expect(await browserProcesses(studio.dataDir)).toEqual([])
  })

  const url = (path: string) => studio.site.url(path)
  /** Each ends well or in a refusal that belongs to it. */
  const kinds: readonly (() => Promise<unknown>)[] = [
    () => studio.screenshot({ url: url('/calm') }),
    () => studio.screenshot({ url: url('/busy'), waitUntil: 'networkidle' }),
    () => studio.screenshot({ url: url('/high'), fullPage: true, encoding: { format: 'jpeg', quality: 60 } }),
    () => studio.pdf({ source: { html: '<h1>words</h1>' } }),
    () => studio.pdf({ source: { url: url('/busy') } }),
    () => expect(studio.screenshot({ url: url('/file') })).rejects.toMatchObject({ code: 'UNPROCESSABLE' }),
    () => expect(studio.screenshot({ url: url('/reset') })).rejects.toMatchObject({ code: 'UPSTREAM_ERROR' }),
    () => expect(studio.screenshot({ url: 'http://10.0.0.1/' })).rejects.toMatchObject({ code: 'DESTINATION_REFUSED' }),
    () =>
      expect(studio.screenshot({ url: url('/hang') }, AbortSignal.timeout(300))).rejects.toMatchObject({
        name: 'TimeoutError',
      }),
  ]

  const run = async (count: number) => {
    let next = 0
    const work = async () => {
      while (next < count) {
        next += 1
        await kinds[next % kinds.length]?.()
      }
    }
    await Promise.all(Array.from({ length: WORKERS }, work))
  }

  /** Once what goes in the background is gone. */
  const counts = async () => {
    let [processes, descriptors] = [0, 0]
    for (let looks = 0; looks < 100; looks += 1) {
      const now = [(await browserProcesses(studio.dataDir)).length, (await readdir('/proc/self/fd')).length] as const
      if (looks > 10 && now[0] <= processes && now[1] <= descriptors) break
      ;[processes, descriptors] = now
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return { processes, descriptors }
  }

  it(`${RENDERS} of them leave no process, socket or page`, { timeout: isLong ? 3_600_000 : 180_000 }, async () => {
    await run(18)
    const before = await counts()
    const heapBefore = process.memoryUsage().heapUsed
    await run(RENDERS)
    const after = await counts()
    expect(studio.renderer.status()).toMatchObject({ running: 0, waiting: 0, browsers: 1, renders: RENDERS + 18 })
    expect(after.processes).toBeLessThanOrEqual(before.processes + 1)
    // The filters of a few more seats, and their connections.
    expect(after.descriptors).toBeLessThanOrEqual(before.descriptors + 2 * WORKERS)
    expect(process.memoryUsage().heapUsed - heapBefore).toBeLessThan(60_000_000)
  })
})
