// Ends the gateway with SIGKILL at random instants under load, and counts what callers were told against what it remembers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { deployments } from './support/deployment.ts'
import { Gateway } from './support/gateway.ts'
import { Bill, spendTheRest, stormUntilKilled } from './support/kill-round.ts'
import { OPERATION_ENV } from './support/operations.ts'
import { isLong, say, seeded, testSeed } from './support/random.ts'
import { startUpstream, type Upstream } from './support/upstream.ts'

const ROUNDS = isLong ? 200 : 20
const SMALL_QUOTA = 60
const READY_BOUND_MS = 5_000

describe.each(deployments)('kill -9 ($name)', ({ deploy }) => {
  let upstream: Upstream
  let gateway: Gateway
  beforeAll(async () => {
    upstream = await startUpstream()
    gateway = await Gateway.start({ deploy, env: { ...OPERATION_ENV, ...upstream.env } })
  })
  afterAll(async () => {
    await gateway?.close()
    await upstream?.close()
  })

  it(
    `${ROUNDS} times loses nothing, invents nothing and leaves nothing stuck`,
    async () => {
      const random = seeded(testSeed())
      say(`kill.test.ts: KIOSK_TEST_SEED=${random.seed}`)
      const main = new Bill(await gateway.tenant(), null)
      const kills = { acknowledged: 0, unknown: 0, slowestStartMs: 0 }
      for (let round = 0; round < ROUNDS; round++) {
        // Every third round runs into a quota, so that kills also happen at its edge.
        const isSmall = round % 3 === 2
        const bill = isSmall ? new Bill(await gateway.tenant({ quota: SMALL_QUOTA }), SMALL_QUOTA) : main
        const storm = await stormUntilKilled(gateway, upstream, bill, random, round % 2 === 1)
        const restarted = performance.now()
        await gateway.restart()
        const startMs = performance.now() - restarted
        expect(startMs, `start of round ${round}`).toBeLessThan(READY_BOUND_MS)
        kills.slowestStartMs = Math.max(kills.slowestStartMs, startMs)
        kills.acknowledged += storm.acknowledged
        kills.unknown += storm.unknown
        expect(gateway.deployment.faults(), `round ${round}`).toEqual([])
        await storm.replayAll()
        await storm.retryUnknown()
        await bill.close(gateway)
        if (isSmall) await spendTheRest(gateway, bill)
      }
      say(
        `kill.test.ts: ${ROUNDS} kills, ${kills.acknowledged} acknowledged, ${kills.unknown} unknown, slowest start ${Math.round(kills.slowestStartMs)} ms`,
      )
      // A run that killed an idle server proves nothing.
      expect(kills.acknowledged).toBeGreaterThan(ROUNDS * 10)
      expect(kills.unknown).toBeGreaterThan(ROUNDS)
      await main.replaySample(gateway, random, 200)
      await main.check(gateway)
    },
    ROUNDS * 30_000,
  )
})
