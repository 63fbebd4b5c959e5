// The app's view of the catalog beside engines that are well, away, slow, hanging or not an engine at all.
import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { registry } from '@kiosk/operations'
import { describe, expect, onTestFinished, test } from 'vitest'
import { catalogOf } from '../compose-engine.ts'
import { createCatalogSource } from './catalog-source.ts'

const GOOD = catalogOf(registry.slice(0, 2), 'https://kiosk.example.test', false)
const MIRROR = catalogOf(registry.slice(0, 1), 'https://kiosk.example.test', true)
const well: RequestListener = (_request, response) => response.end(JSON.stringify(GOOD))
const hanging: RequestListener = () => {}

/** A source beside a real server that answers as it is told to. */
async function beside(first: RequestListener) {
  let answer = first
  let asked = 0
  let nowMs = 0
  const server = createServer((request, response) => {
    asked += 1
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const source = createCatalogSource({
    engineUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mirror: () => MIRROR,
    monotonicMs: () => nowMs,
  })
  return {
    asked: () => asked,
    becomes: (later: RequestListener) => {
      answer = later
    },
    passes: (ms: number) => {
      nowMs += ms
    },
    current: source.current,
    /** Whether it is stale, and how many operations it has. */
    seen: async () => {
      const { degraded, operations } = await source.current()
      return [degraded, operations.length]
    },
  }
}

test('asks once for all who want it at a time, and again when five seconds have passed', async () => {
  const engine = await beside(well)
  const all = await Promise.all([engine.current(), engine.current(), engine.current()])
  expect(new Set(all).size).toBe(1)
  engine.passes(4_999)
  await engine.current()
  expect(engine.asked()).toBe(1)
  engine.passes(1)
  expect(await engine.current(), 'the same content is the same object').toBe(all[0])
  expect(engine.asked()).toBe(2)
})

test('a changed catalog takes the place of the one before', async () => {
  const engine = await beside(well)
  expect(await engine.seen()).toEqual([false, 2])
  engine.becomes((_request, response) => response.end(JSON.stringify({ ...GOOD, operations: [] })))
  engine.passes(5_000)
  expect(await engine.seen()).toEqual([false, 0])
})

test('goes stale and heals, again and again', async () => {
  const engine = await beside((_request, response) => response.writeHead(503).end())
  expect(await engine.seen(), 'the mirror').toEqual([true, 1])
  for (let round = 0; round < 3; round += 1) {
    engine.becomes(well)
    engine.passes(2_000)
    expect(await engine.seen(), 'healed').toEqual([false, 2])
    engine.becomes((_request, response) => response.destroy())
    engine.passes(5_000)
    const stale = await engine.current()
    expect([stale.degraded, stale.operations.length], 'the last good copy').toEqual([true, 2])
    const asked = engine.asked()
    expect(await engine.current()).toBe(stale)
    expect(engine.asked(), 'an engine that is away is left alone for two seconds').toBe(asked)
  }
})

describe('an engine that hangs', () => {
  test('gives way to the mirror within its time-out', async () => {
    const engine = await beside(hanging)
    expect(await engine.seen()).toEqual([true, 1])
    engine.becomes(well)
    engine.passes(2_000)
    expect(await engine.seen()).toEqual([false, 2])
  })

  test('delays nobody for long while there is a copy, and heals when it answers after all', async () => {
    const engine = await beside(well)
    await engine.current()
    const waiting: ServerResponse[] = []
    engine.becomes((_request, response) => waiting.push(response))
    engine.passes(5_000)
    const startedAt = performance.now()
    expect(await engine.seen(), 'the last good copy').toEqual([true, 2])
    expect(performance.now() - startedAt).toBeLessThan(2_500)
    const secondAt = performance.now()
    expect(await engine.seen(), 'nobody waits for the same thing again').toEqual([true, 2])
    expect(performance.now() - secondAt).toBeLessThan(500)
    expect(waiting).toHaveLength(1)
    waiting[0]?.end(JSON.stringify(GOOD))
    await expect.poll(engine.seen).toEqual([false, 2])
    expect(engine.asked()).toBe(2)
  })

  test('in the middle of its answer is one that hangs', async () => {
    const engine = await beside((_request, response) => response.write('{"service":'))
    expect(await engine.seen()).toEqual([true, 1])
  })
})

describe('what is no catalog is no answer', () => {
  const json =
    (value: unknown): RequestListener =>
    (_request, response) =>
      response.end(JSON.stringify(value))
  const [one] = GOOD.operations

  test.each<[string, RequestListener]>([
    ['an empty body', (_request, response) => response.end()],
    ['no JSON', (_request, response) => response.end('<!doctype html><title>Welcome</title>')],
    ['another document', json({ status: 'ok' })],
    ['null', json(null)],
    ['an operation without fields', json({ ...GOOD, operations: [{ slug: 'a.get' }] })],
    [
      'a field that is no schema',
      json({ ...GOOD, operations: [{ ...one, inputSchema: { properties: { a: null } } }] }),
    ],
    ['a schema that is a list', json({ ...GOOD, operations: [{ ...one, outputSchema: [] }] })],
    ['JSON nested too deep', (_request, response) => response.end('['.repeat(100_000))],
    [
      'a way to somewhere else',
      (request, response) =>
        request.url === '/catalog'
          ? response.writeHead(302, { location: '/elsewhere' }).end()
          : well(request, response),
    ],
  ])('%s', async (_, answer) => {
    const engine = await beside(answer)
    expect(await engine.seen()).toEqual([true, 1])
    engine.becomes(well)
    engine.passes(2_000)
    expect(await engine.seen()).toEqual([false, 2])
  })
})

test('an answer without end is cut off', async () => {
  const blank = Buffer.alloc(1024 * 1024, ' ')
  let poured = 0
  const engine = await beside((_request, response) => {
    const more = () => {
      do poured += blank.length
      while (!response.destroyed && response.write(blank))
    }
    response.on('drain', more)
    more()
  })
  expect(await engine.seen()).toEqual([true, 1])
  expect(poured).toBeLessThan(64 * 1024 * 1024)
})
