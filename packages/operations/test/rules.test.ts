import { readdir } from 'node:fs/promises'
import type { Operation } from '@kiosk/catalog'
import { misplaced, rulesChecks, sharedNames } from '@kiosk/testkit'
import { describe, expect, test } from 'vitest'
import { registry } from '../src/index.ts'
import { loadSubjects, testChecks } from './subjects.ts'

const src = new URL('../src/', import.meta.url)

/** Every operation found by its file, whether it is in the registry or not. */
async function definitions() {
  const files = (await readdir(src, { recursive: true }))
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /^(?!shared\/)[^/]+\/[^/]+(?<!\.test)\.ts$/.test(file) && !file.endsWith('/provider.ts'))
  return Promise.all(
    files.map(async (file) => {
      const { operation }: { operation: Operation } = await import(new URL(file, src).href)
      return { operation, file: file.replace(/\.ts$/, '') }
    }),
  )
}

const { subjects, faults } = await loadSubjects()

describe('the registry', () => {
  test('holds every operation that has a file, in the order of the slugs', async () => {
    const found = (await definitions()).map(({ operation }) => operation.slug)
    expect(registry.map(({ slug }) => slug)).toEqual(found.sort())
  })

  test('every file is named after its operation and lies with its provider', async () => {
    expect(misplaced(await definitions())).toEqual([])
  })

  test('no two operations share a name', () => {
    expect(sharedNames(registry)).toEqual([])
  })

  test('every operation has a readable fixture', () => {
    expect(faults).toEqual([])
  })
})

testChecks(rulesChecks(subjects))
