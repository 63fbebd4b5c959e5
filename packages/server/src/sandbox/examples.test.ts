import { type Operation, renderTemplates } from '@kiosk/catalog'
import { createAllowList, createEgress, type Egress } from '@kiosk/egress'
import { registry } from '@kiosk/operations'
import { runCase } from '@kiosk/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadFixtures } from './load-fixtures.ts'
import { type Sandbox, startSandbox } from './stand-in.ts'

/** Another time than any fixture's: what is an age must stay right. */
const NOW = new Date('2027-01-05T18:00:00.000Z')

/** What the configuration of a sandbox reads in place of an operator's settings, by variable. */
function standIns({ provider }: Operation): Record<string, string> {
  const specs = Object.values(provider.settings)
  return Object.fromEntries(
    specs.flatMap(({ variable, sandbox }) => (sandbox === undefined ? [] : [[variable, sandbox]])),
  )
}

describe('every success example, through egress', async () => {
  const exhibits = await loadFixtures(registry)
  let sandbox: Sandbox
  let egress: Egress
  beforeAll(async () => {
    sandbox = await startSandbox(registry, () => NOW)
    egress = createEgress({
      allow: createAllowList(),
      overrides: () => null,
      userAgent: 'kiosk/test',
      route: sandbox.route,
    })
  })
  afterAll(async () => {
    await egress.close()
    await sandbox.close()
  })

  const examples = exhibits.flatMap(({ operation, fixture }) =>
    operation.examples.filter(({ fails }) => fails === undefined).map(({ title }) => ({ operation, fixture, title })),
  )

  test.each(examples)('$operation.slug: $title', async ({ operation, fixture, title }) => {
    const one = fixture.cases.find((candidate) => candidate.title === title)
    if (one === undefined) throw new Error('the fixture has no case for it')
    const { signal } = new AbortController()
    const http = egress.http(operation.provider, { signal, proxy: null })
    const subject = { operation, fixture: { ...fixture, now: NOW } }
    expect(await runCase(subject, { ...one, settings: standIns(operation) }, { http, signal })).toEqual({
      kind: 'success',
      output: renderTemplates(one.output, NOW),
    })
  })

  test('what it does not know is NOT_FOUND', async () => {
    const [operation] = registry.filter(({ needs }) => needs.includes('http'))
    if (operation === undefined) throw new Error('no operation uses http')
    const http = egress.http(
      { ...operation.provider, hosts: 'any' },
      { signal: new AbortController().signal, proxy: null },
    )
    await expect(http.send({ url: 'https://nobody.example.com/' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
