import { describe, expect, it } from 'vitest'
import type { MakeSite } from '../contract.ts'
import { clockedSite } from './clocked-site.ts'

export function namesContract(makeSite: MakeSite): void {
  describe('claims and health', () => {
    const { site } = clockedSite(makeSite)

    it('gives a name to one of 50 that ask at once, for ever', async () => {
      const claim = () => site().store.claims.claim('mailbox', 'amber-fox@example.test')
      const answers = await Promise.all(Array.from({ length: 50 }, claim))
      expect(answers.filter(Boolean)).toHaveLength(1)
      await site().crash()
      expect(await claim()).toBe(false)
    })

    it('keeps kinds apart', async () => {
      const { claims } = site().store
      expect(await claims.claim('mailbox', 'amber-fox')).toBe(true)
      expect(await claims.claim('profile', 'amber-fox')).toBe(true)
    })

    it('is healthy', async () => {
      expect(await site().store.health()).toEqual({ ok: true })
    })
  })
}
