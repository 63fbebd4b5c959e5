// Fills a data directory as weeks of use would have: node demo-data.ts <folder>. The gateway runs under a moved clock
// while people sign up and make keys; the calls are written by the ledger, each at its time.
import { createHash } from 'node:crypto'
import { mock } from 'node:test'
import { monthAt } from '@kiosk/engine'
import { type EmbeddedStore, openEmbedded } from '@kiosk/stores'
import { readConfig } from '../../../src/config.ts'
import { serve } from '../../../src/serve.ts'
import {
  ADA,
  BEN,
  type DemoPerson,
  INVITED,
  KEYS,
  MEMBERS,
  NOAH,
  ORGANIZATION,
  PASSWORD,
  SECOND_ORGANIZATION,
} from './demo-people.ts'
import { type Caller, demoTraffic } from './demo-traffic.ts'
import { freePort } from './free-port.ts'
import { signedIn, type Visitor } from './visitor.ts'

const DAY_MS = 86_400_000
const TRAFFIC_DAYS = 29
const QUOTA = 12_000

const now = Date.now()
const daysAgo = (days: number) => now - days * DAY_MS

interface MadeKey {
  readonly name: string
  readonly id: string
  readonly key: string
}

/** @returns the keys that were made, and the organization they belong to */
async function settleIn(dataDir: string): Promise<{ organizationId: string; keys: MadeKey[] }> {
  const [enginePort, appPort] = [await freePort(), await freePort()]
  const { config } = readConfig(
    {
      KIOSK_DATA_DIR: dataDir,
      KIOSK_ENGINE_PORT: `${enginePort}`,
      KIOSK_APP_PORT: `${appPort}`,
      KIOSK_LOG_LEVEL: 'silent',
    },
    [],
  )
  mock.timers.enable({ apis: ['Date'], now: daysAgo(ADA.joinedDaysAgo) })
  const running = await serve(config, { role: 'all', sandbox: false })
  try {
    const app = config.appUrl
    const ada = await signUp(app, ADA)
    const { id } = await ada.ask('PATCH', '/api/organization', { name: ORGANIZATION })
    return { organizationId: String(id), keys: await overTime(app) }
  } finally {
    await running.close()
    mock.timers.reset()
  }
}

/** People join and keys are made, the oldest first. */
async function overTime(app: string): Promise<MadeKey[]> {
  const keys: MadeKey[] = []
  const events = [
    ...MEMBERS.map((member) => ({ days: member.joinedDaysAgo, happen: () => join(app, member) })),
    ...KEYS.map(({ name, madeDaysAgo }) => ({
      days: madeDaysAgo,
      happen: () =>
        asAda(app, async (ada) => {
          const { id, key } = await ada.ask('POST', '/api/keys', { name })
          keys.push({ name, id: String(id), key: String(key) })
        }),
    })),
    { days: NOAH.joinedDaysAgo, happen: () => signUp(app, NOAH) },
    {
      days: 0,
      happen: () =>
        asAda(app, async (ada) => {
          for (const email of INVITED) await ada.ask('POST', '/api/members', { email, role: 'member' })
        }),
    },
  ]
  for (const { days, happen } of events.sort((a, b) => b.days - a.days)) {
    mock.timers.setTime(daysAgo(days))
    await happen()
  }
  return keys
}

async function signUp(app: string, { name, email }: DemoPerson): Promise<Visitor> {
  return signedIn(app, email, PASSWORD, name)
}

/** Her sessions end again, or the list of them would be long. */
async function asAda(app: string, act: (ada: Visitor) => Promise<void>): Promise<void> {
  const ada = await signedIn(app, ADA.email, PASSWORD)
  await act(ada)
  await ada.ask('POST', '/api/auth/sign-out', {})
}

/** Takes up an invitation of Ada's. Ben founds an organization of his own as well, and has Ada in it. */
function join(app: string, member: DemoPerson): Promise<void> {
  return asAda(app, async (ada) => {
    const role = member === BEN ? 'admin' : 'member'
    const { id } = await ada.ask('POST', '/api/members', { email: member.email, role })
    const person = await signUp(app, member)
    await person.ask('POST', `/api/invitations/${id}/accept`)
    if (member !== BEN) return
    await person.ask('PATCH', '/api/organization', { name: SECOND_ORGANIZATION })
    const back = await person.ask('POST', '/api/members', { email: ADA.email, role: 'member' })
    await ada.ask('POST', `/api/invitations/${back.id}/accept`)
  })
}

async function spend(dataDir: string, organizationId: string, keys: readonly MadeKey[]): Promise<void> {
  const clock = { now }
  const store = await openEmbedded({ dataDir, role: 'engine', now: () => clock.now })
  try {
    const organization = await store.directory.organizationById(organizationId)
    if (organization === null) throw new Error('the organization of the demonstration is gone')
    await store.directory.setPlan(organization.slug, 'team', QUOTA)
    const callers = [...keys.map(callerOf), { keyId: null, label: 'session', share: 0.03 }]
    await record(store, organizationId, callers)
    for (const { name, key } of keys) {
      const days = KEYS.find((one) => one.name === name)?.usedDaysAgo ?? null
      if (days === null) continue
      clock.now = daysAgo(days)
      await store.keys.find(createHash('sha256').update(key).digest('hex'))
    }
    await store.drain()
  } finally {
    await store.close()
  }
}

function callerOf({ name, id, key }: MadeKey): Caller {
  return { keyId: id, label: key.slice(0, 12), share: KEYS.find((one) => one.name === name)?.share ?? 0 }
}

async function record({ ledger, directory }: EmbeddedStore, organizationId: string, callers: readonly Caller[]) {
  const organization = await directory.organizationById(organizationId)
  if (organization === null) throw new Error('the organization of the demonstration is gone')
  const rows = demoTraffic({ organizationId, callers, until: now, days: TRAFFIC_DAYS })
  await Promise.all(
    rows.map(async (log) => {
      if (log.units === 0) return ledger.settle({ reservation: null, log, answer: null })
      const reserved = await ledger.reserve(organization, null, monthAt(log.at).period, log.units)
      if (!reserved.granted) throw new Error('no units without a limit')
      return ledger.settle({ reservation: reserved.reservation, log, answer: null })
    }),
  )
}

const [dataDir] = process.argv.slice(2)
if (dataDir === undefined) throw new Error('expected the folder to fill')
const { organizationId, keys } = await settleIn(dataDir)
await spend(dataDir, organizationId, keys)
