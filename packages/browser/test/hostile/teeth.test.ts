// What the hostile suite would see if a guard were missing: each one taken away in turn, its canary is reached.
import { describe, expect, it } from 'vitest'
import { executablePath, needBrowser } from '../support/executable.ts'
import { CALL_LIMIT_MS } from '../support/rendering.ts'
import { type Arena, openArena } from './support/arena.ts'
import { type Guard, loosen } from './support/loosen.ts'
import { everyVector, pagesOf, vectorNamed } from './vectors/every-vector.ts'

/** Names of the vectors that got through, by this kind of traffic. */
function reachedBy({ canary }: Arena, by: 'tcp' | 'udp'): string[] {
  return [...new Set(canary.contacts.filter((contact) => contact.by === by).map(({ name }) => name))]
}

describe('the teeth of the suite', () => {
  needBrowser()

  it(
    'without the judgement of the filter, every vector that is alive gets through',
    async () => {
      if (executablePath === null) return
      await using arena = await openArena({ executablePath, isUnguarded: true })
      const pages = pagesOf(everyVector)
      for (const vectors of pages) {
        expect(await arena.screenshot(arena.site.pageOf(vectors), { delayMs: 5000 })).toMatchObject({ code: null })
      }
      const at = `http://rebind.example.test:${arena.site.port}/redirect?status=200&to=x`
      await arena.pdf({
        html: `<img src="${at}"><img src="${at}&2"><img src="${at}&3">`,
      })
      const alive = everyVector.filter(({ reaches }) => reaches === 'tcp').map(({ name }) => name)
      const reached = new Set(reachedBy(arena, 'tcp'))
      expect(alive.filter((name) => !reached.has(name))).toEqual([])
      expect(reached).toContain('rebinding')
      expect(reachedBy(arena, 'udp')).toEqual([])
    },
    CALL_LIMIT_MS * 6,
  )

  it.each<[Guard, string, 'tcp' | 'udp']>([
    ['loopback goes through the proxy', 'spelled-dotted', 'tcp'],
    ['WebRTC goes through the proxy', 'webrtc-stun', 'udp'],
    ['WebRTC goes through the proxy', 'webrtc-host', 'udp'],
  ])(
    'without the guard that %s, %s does (%s)',
    async (guard, name, by) => {
      if (executablePath === null) return
      await using browser = await loosen(executablePath, guard)
      await using arena = await openArena({ executablePath: browser.path })
      expect(await arena.screenshot(arena.site.frameOf(vectorNamed(name)))).toMatchObject({ code: null })
      expect(reachedBy(arena, by)).toEqual([name])
    },
    CALL_LIMIT_MS * 2,
  )
})
