import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret } from '@kiosk/catalog'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { masterSecret } from './master-secret.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kiosk-secret-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('the secret is made once, for its owner alone, and of many that start at once all get the same', async () => {
  const secrets = await Promise.all(Array.from({ length: 20 }, () => masterSecret(null, folder)))
  expect(new Set(secrets.map((secret) => secret.reveal())).size).toBe(1)
  expect(secrets[0]?.reveal()).toMatch(/^[0-9a-f]{64}$/)
  expect(await readdir(folder)).toEqual(['secret'])
  expect((await stat(join(folder, 'secret'))).mode & 0o777).toBe(0o600)
})

test('a configured secret is used as it is, and nothing is written', async () => {
  expect((await masterSecret(new Secret('configured'), folder)).reveal()).toBe('configured')
  expect(await readdir(folder)).toEqual([])
})

test('a damaged file is said, not replaced: with another secret stored answers could not be read', async () => {
  await writeFile(join(folder, 'secret'), '')
  await expect(masterSecret(null, folder)).rejects.toThrow(/damaged/)
})
