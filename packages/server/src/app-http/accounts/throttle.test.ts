import { OperationError } from '@kiosk/catalog'
import { expect, test } from 'vitest'
import { Throttle } from './throttle.ts'

const MINUTE_MS = 60_000
const ADA = 'ada@example.test'

function throttleAt() {
  const clock = { ms: 1_000_000 }
  return { clock, throttle: new Throttle(() => clock.ms) }
}

/** Seconds to wait, or 0 where the attempt is let through. */
function waitOf(throttle: Throttle, email: string | null, address = '192.0.2.1'): number {
  try {
    throttle.begin(email, address).abandoned()
    return 0
  } catch (error) {
    if (error instanceof OperationError && error.code === 'RATE_LIMITED') return error.retryAfterSec ?? Number.NaN
    throw error
  }
}

function fail(throttle: Throttle, times: number, email: string | null, address = '192.0.2.1'): void {
  for (let time = 0; time < times; time++) throttle.begin(email, address).failed()
}

test('after five failures an account waits, twice as long after each further one, at most 15 minutes', () => {
  const { clock, throttle } = throttleAt()
  fail(throttle, 4, ADA)
  expect(waitOf(throttle, ADA)).toBe(0)
  fail(throttle, 1, ADA)
  const waits: number[] = []
  for (let time = 0; time < 7; time++) {
    const wait = waitOf(throttle, ADA)
    waits.push(wait)
    clock.ms += wait * 1000
    // From elsewhere each time: what counts is the account.
    fail(throttle, 1, ADA, `192.0.2.${time + 2}`)
  }
  expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900])
})

test('an hour without a failure forgets an account', () => {
  const { clock, throttle } = throttleAt()
  fail(throttle, 5, ADA)
  clock.ms += 60 * MINUTE_MS - 1
  fail(throttle, 1, ADA)
  expect(waitOf(throttle, ADA)).toBe(60)
  clock.ms += 60 * MINUTE_MS
  fail(throttle, 4, ADA)
  expect(waitOf(throttle, ADA)).toBe(0)
})

test('a success forgets the failures of the account, not those of the address', () => {
  const { throttle } = throttleAt()
  fail(throttle, 4, ADA)
  throttle.begin(ADA, '192.0.2.1').succeeded()
  fail(throttle, 4, ADA)
  expect(waitOf(throttle, ADA)).toBe(0)
  fail(throttle, 22, null)
  expect(waitOf(throttle, 'bob@example.test')).toBeGreaterThan(0)
})

test('an address has thirty failures in 15 minutes, whatever the accounts', () => {
  const { clock, throttle } = throttleAt()
  for (let time = 0; time < 30; time++) fail(throttle, 1, `person-${time}@example.test`)
  expect(waitOf(throttle, ADA)).toBe(900)
  expect(waitOf(throttle, null)).toBe(900)
  expect(waitOf(throttle, ADA, '192.0.2.2')).toBe(0)
  clock.ms += 15 * MINUTE_MS
  expect(waitOf(throttle, ADA)).toBe(0)
})

test('guesses that run at once count as failures until they end', () => {
  const { throttle } = throttleAt()
  const running = Array.from({ length: 5 }, () => throttle.begin(ADA, '192.0.2.1'))
  expect(waitOf(throttle, ADA)).toBe(1)
  running[0]?.abandoned()
  expect(waitOf(throttle, ADA)).toBe(0)

  const many = Array.from({ length: 26 }, (_, at) => throttle.begin(`person-${at}@example.test`, '192.0.2.1'))
  expect(many).toHaveLength(26)
  expect(waitOf(throttle, 'bob@example.test')).toBe(1)
})

test('after a wait one guess runs at a time', () => {
  const { clock, throttle } = throttleAt()
  fail(throttle, 5, ADA)
  clock.ms += 30_000
  const first = throttle.begin(ADA, '192.0.2.1')
  expect(waitOf(throttle, ADA)).toBe(1)
  first.failed()
  expect(waitOf(throttle, ADA)).toBe(60)
})

test('failures from elsewhere do not lock out who signed in from here before', () => {
  const { throttle } = throttleAt()
  throttle.begin(ADA, '192.0.2.1').succeeded()
  fail(throttle, 5, ADA, '198.51.100.9')
  expect(waitOf(throttle, ADA, '198.51.100.8')).toBe(30)
  expect(waitOf(throttle, ADA, '192.0.2.1')).toBe(0)
  fail(throttle, 5, ADA, '192.0.2.1')
  expect(waitOf(throttle, ADA, '192.0.2.1')).toBe(30)
})
