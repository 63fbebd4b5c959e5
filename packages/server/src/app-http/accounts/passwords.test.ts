import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

const CHEAP = { logN: 1, r: 1, p: 1 }

test('a hash is of this password alone, and no two are the same', async () => {
  const passwords = createPasswords(CHEAP)
  const [hash, other] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')])
  expect(hash).not.toBe(other)
  expect(hash).not.toContain('correct')
  expect(await passwords.verify({ hash, password: 'correct horse' })).toBe(true)
  expect(await passwords.verify({ hash, password: 'correct horsf' })).toBe(false)
  expect(await passwords.verify({ hash: 'of another form', password: 'correct horse' })).toBe(false)
})

test('letters count as they are read, not as a keyboard writes them', async () => {
  const passwords = createPasswords(CHEAP)
  const hash = await passwords.hash('Zu\u0308rich am See')
  expect(await passwords.verify({ hash, password: 'Z\u00fcrich am See' })).toBe(true)
})

test('a hash of another cost is still verified', async () => {
  const hash = await createPasswords({ logN: 2, r: 2, p: 2 }).hash('correct horse')
  expect(await createPasswords(CHEAP).verify({ hash, password: 'correct horse' })).toBe(true)
})

test('by default a hash costs what is recommended, and the event loop goes on meanwhile', async () => {
  const passwords = createPasswords()
  let turns = 0
  const turning = setInterval(() => (turns += 1), 1)
  const hash = await passwords.hash('correct horse')
  clearInterval(turning)
  expect(hash).toMatch(/^scrypt\$15\$8\$3\$/)
  expect(turns).toBeGreaterThan(5)
})

test('a crowd is refused, not piled up', async () => {
  const passwords = createPasswords({ logN: 12, r: 8, p: 1 })
  const crowd = await Promise.allSettled(Array.from({ length: 80 }, () => passwords.hash('correct horse')))
  const refused = crowd.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(80 - 2 - 64)
  expect(refused[0]).toMatchObject({ reason: { code: 'OVERLOADED' } })
  expect(await passwords.hash('correct horse'), 'the places are free again').toMatch(/^scrypt/)
})
