// Runs operations against answers recorded from real upstreams, where a folder of them lies beside the checkout.
import { pathToFileURL } from 'node:url'
import { OperationError } from '@kiosk/catalog'
import { describeOutcome, fixtureHttp, runCase } from '@kiosk/testkit'
import { describe, expect, test } from 'vitest'
import { registry } from '../src/index.ts'
import { recordedAnswers } from './recorded/answers.ts'
import { type RecordedCase, readRecorded } from './recorded/cases.ts'
import { differences } from './recorded/compare.ts'

const NOW = new Date('2026-11-02T12:00:00.000Z')

const given = process.env.KIOSK_RECORDINGS
const folder =
  given === undefined
    ? new URL('../../../../shared/recordings/', import.meta.url)
    : pathToFileURL(`${given.replace(/\/+$/, '')}/`)
const recorded = await readRecorded(folder)

const operations = new Map(registry.map((operation) => [operation.slug as string, operation]))

/** Why a case cannot be run here, or null. */
function obstacle({ operation, input }: RecordedCase): string | null {
  if (!operations.has(operation)) return `there is no operation ${operation}`
  const standIn = /"(\$\w+|\(base64 of [^"]*)"/.exec(JSON.stringify(input))?.[1]
  return standIn === undefined ? null : `its input holds the stand-in ${standIn}`
}

async function run({ operation: slug, input, recordings, expect: expected, error }: RecordedCase): Promise<void> {
  const operation = operations.get(slug)
  if (operation === undefined) throw new Error(`there is no operation ${slug}`)
  const { signal } = new AbortController()
  const http = fixtureHttp({
    provider: operation.provider,
    answer: recordedAnswers(recordings, operation.provider),
    signal,
  })
  const subject = { operation: { ...operation, examples: [] }, fixture: { operation: slug, now: NOW, cases: [] } }
  const one = { title: 'recorded', origin: 'recorded', input, settings: {}, exchanges: [] } as const
  const outcome = await runCase(subject, one, { http, signal })
  if (error !== undefined) {
    const code = outcome.kind === 'failure' && outcome.error instanceof OperationError ? outcome.error.code : null
    expect([error].flat(), describeOutcome(outcome)).toContain(code)
    return
  }
  if (outcome.kind !== 'success') expect.fail(describeOutcome(outcome))
  expect(differences(expected, outcome.output)).toEqual([])
}

if (recorded === null) {
  const reason = `no recordings at ${folder.pathname} (KIOSK_RECORDINGS may name another folder)`
  process.stdout.write(`recordings: skipped, ${reason}\n`)
  describe.skip(`recorded answers: ${reason}`, () => {
    test('recorded answers', () => {})
  })
} else {
  const { cases } = recorded
  const stopped = Map.groupBy(cases, obstacle)
  const runnable = stopped.get(null) ?? []
  stopped.delete(null)
  const leftOut = [
    ...recorded.leftOut,
    ...[...stopped].map(([why, group]) => `${why}: ${group.map(({ title }) => title).join(', ')}`),
  ]
  process.stdout.write(
    `recordings: ${cases.length - runnable.length + recorded.leftOut.length} cases left out\n${leftOut.map((line) => `  ${line}\n`).join('')}`,
  )
  describe('recorded answers', () => {
    test('are there for at least one operation', () => {
      expect(runnable).not.toEqual([])
    })
    test.each(runnable)('$title', run)
  })
}
