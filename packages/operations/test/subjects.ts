// Every operation of the registry with its fixture, and how a suite's checks become tests.
import { readFile } from 'node:fs/promises'
import { loadFixture } from '@kiosk/catalog'
import type { Check, Subject } from '@kiosk/testkit'
import { describe, test } from 'vitest'
import { fixtureUrl, registry } from '../src/index.ts'

/** `faults` names the fixtures that could not be read; one of them must not hide what is wrong elsewhere. */
export async function loadSubjects(): Promise<{ subjects: Subject[]; faults: string[] }> {
  const loaded = await Promise.all(
    registry.map(async (operation) => {
      try {
        return { operation, fixture: await loadFixture(fixtureUrl(operation), (url) => readFile(url)) }
      } catch (error) {
        return `${operation.slug}: ${error instanceof Error ? error.message : error}`
      }
    }),
  )
  return {
    subjects: loaded.filter((one) => typeof one !== 'string'),
    faults: loaded.filter((one) => typeof one === 'string'),
  }
}

/** One group per operation, one test per check. */
export function testChecks(checks: readonly Check[]): void {
  for (const [slug, group] of Map.groupBy(checks, (check) => check.slug)) {
    describe(slug, () => {
      for (const check of group) test(check.title, check.run)
    })
  }
}
