// What happens between processes: kill -9, the engine's lock, deletions from outside.
import { rmSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openEmbedded } from '../src/index.ts'
import { type Child, child } from './child.ts'
import { addKey, anOrganization, claimRequest, everyByte, PERIOD, START } from './samples.ts'
import { temporaryDirectory } from './sqlite-site.ts'

let dataDir = ''
let children: Child[] = []

beforeEach(() => {
  dataDir = temporaryDirectory()
  children = []
})

afterEach(async () => {
  for (const each of children) await each.kill()
  rmSync(dataDir, { recursive: true, force: true })
})

function start(script: string, ...args: string[]): Child {
  const started = child(script, ...args)
  children.push(started)
  return started
}

async function linesOf(running: Child, count: number): Promise<string[]> {
  const lines: string[] = []
  while (lines.length < count) {
    const line = await running.line()
    if (line === null) throw new Error('the child ended early')
    lines.push(line)
  }
  return lines
}

describe('kill -9', () => {
  it('loses no acknowledged settlement, replays all of them, and leaves nothing reserved', async () => {
    const acknowledged: string[] = []
    for (const [round, count] of [120, 7, 250].entries()) {
      const settling = start('settle-until-killed.ts', dataDir, `a-key-of-thirty-six-characters-round-${round}`)
      acknowledged.push(...(await linesOf(settling, count)), ...(await settling.kill()))
    }
    const store = await openEmbedded({ dataDir, role: 'engine' })
    try {
      for (const key of acknowledged) {
        expect(await store.idempotency.claim(claimRequest({ key }))).toEqual({ state: 'stored', answer: everyByte })
      }
      const { used } = await store.ledger.balance(anOrganization(), null, PERIOD)
      // A call that was committed but not yet acknowledged stays billed: its client replays it. 16 ran at each kill.
      expect(used).toBeGreaterThanOrEqual(2 * acknowledged.length)
      expect(used).toBeLessThanOrEqual(2 * (acknowledged.length + 3 * 16))
      expect(await store.ledger.usage('org_one', PERIOD)).toMatchObject([{ calls: used / 2, units: used }])
      const lastUnits = await store.ledger.reserve(anOrganization(), used + 5, PERIOD, 5)
      expect(lastUnits.granted).toBe(true)
    } finally {
      await store.close()
    }
  })
})

describe('the engine’s lock', () => {
  it('refuses a second engine, in the same process and in another, until the first has ended', async () => {
    const first = await openEmbedded({ dataDir, role: 'engine' })
    const refusal = `Another engine serves the data directory ${dataDir}. Stop it first, or give this one a directory of its own.`
    await expect(openEmbedded({ dataDir, role: 'engine' })).rejects.toThrow(refusal)
    expect(await start('serve-engine.ts', dataDir).line()).toBe(refusal)
    await first.close()
    expect(await start('serve-engine.ts', dataDir).line()).toBe('open')
  })

  it('is free after kill -9', async () => {
    const killed = start('serve-engine.ts', dataDir)
    expect(await killed.line()).toBe('open')
    await expect(openEmbedded({ dataDir, role: 'engine' })).rejects.toThrow('Another engine serves')
    await killed.kill()
    const store = await openEmbedded({ dataDir, role: 'engine' })
    expect(await store.health()).toEqual({ ok: true })
    await store.close()
  })
})

describe('deletion of a key', () => {
  const makeKey = async () => {
    const client = await openEmbedded({ dataDir, role: 'client', now: () => START, confirmMs: 400 })
    const { id } = await client.directory.createOrganization({ name: 'Green Quay', plan: 'free' })
    const key = await addKey(client.directory, id)
    return { client, organizationId: id, hash: key.hash, keyId: key.summary.id }
  }

  it('by another process is answered once this engine refuses the key', async () => {
    const { client, organizationId, hash, keyId } = await makeKey()
    const store = await openEmbedded({ dataDir, role: 'engine' })
    expect(await store.keys.find(hash)).not.toBeNull()
    expect(await start('delete-key.ts', dataDir, organizationId, keyId).line()).toBe('deleted')
    expect(await store.keys.find(hash)).toBeNull()
    await store.close()
    await client.close()
  })

  it('waits for no engine when none runs', async () => {
    const { client, organizationId, keyId } = await makeKey()
    await client.directory.deleteKey(organizationId, keyId)
    expect(await client.directory.listKeys(organizationId)).toEqual([])
    await client.close()
  })

  it('says so when a running engine does not confirm', async () => {
    const { client, organizationId, keyId } = await makeKey()
    const engine = start('serve-engine.ts', dataDir)
    expect(await engine.line()).toBe('open')
    engine.process.kill('SIGSTOP')
    await expect(client.directory.deleteKey(organizationId, keyId)).rejects.toMatchObject({
      reason: 'not-acknowledged',
      message: expect.stringContaining('Deleted, but the running engine did not confirm within 0.4 s'),
    })
    expect(await client.directory.listKeys(organizationId)).toEqual([])
    await client.close()
  })

  it('is answered when the engine that should confirm is killed', async () => {
    const { client, organizationId, keyId } = await makeKey()
    const patient = await openEmbedded({ dataDir, role: 'client' })
    const engine = start('serve-engine.ts', dataDir)
    expect(await engine.line()).toBe('open')
    engine.process.kill('SIGSTOP')
    const deleted = patient.directory.deleteKey(organizationId, keyId)
    await engine.kill()
    await deleted
    await client.close()
    await patient.close()
  })
})
