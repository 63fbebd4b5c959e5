// Settles calls with Idempotency-Keys until it is killed; prints each key once its settlement was acknowledged.
import { writeSync } from 'node:fs'
import { openEmbedded } from '../../src/index.ts'
import { claimRequest, reserve, settleAnswer } from '../samples.ts'

const store = await openEmbedded({ dataDir: String(process.argv[2]), role: 'engine' })
const prefix = String(process.argv[3])
let last = 0

async function settleForEver(): Promise<never> {
  for (;;) {
    last += 1
    const key = `${prefix}-${last}`
    const claimed = await store.idempotency.claim(claimRequest({ key }))
    if (claimed.state !== 'claimed') throw new Error(`${key} is ${claimed.state}`)
    await settleAnswer(store.ledger, claimed.claim, { reservation: await reserve(store.ledger, 2) })
    writeSync(1, `${key}\n`)
  }
}

await Promise.all(Array.from({ length: 16 }, settleForEver))
