// The app with real accounts and a real store, and people who are signed in.
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Secret } from '@kiosk/catalog'
import { invitation as invitationAnswer, me as meAnswer } from '@kiosk/dashboard'
import { type LogRow, monthAt } from '@kiosk/engine'
import { type Directory, type EmbeddedStore, openEmbedded } from '@kiosk/stores'
import type { FastifyInstance } from 'fastify'
import { onTestFinished } from 'vitest'
import { type Accounts, openAccounts } from '../../src/app-http/accounts/accounts.ts'
import { sqliteAccounts } from '../../src/app-http/accounts/rows/sqlite-accounts.ts'
import { createAppServer } from '../../src/app-http/app-server.ts'
import { createEngineClient } from '../../src/app-http/engine-client.ts'
import { readConfig } from '../../src/config.ts'

export const APP_URL = 'https://app.example.test'
export const SECRET = new Secret('a secret of tests, of no use elsewhere')
/** Within a day of no month's end. */
const START = Date.UTC(2026, 10, 15, 12)
const PASSWORD = 'correct horse battery'

export interface SiteOptions {
  readonly engineUrl?: string
  readonly guestKeys?: boolean
  readonly trustProxy?: false | number | string[]
  /** KIOSK_PLANS */
  readonly plans?: string
}

export interface Asked {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly from?: string
}

/** Somebody who is signed in. */
export class Person {
  readonly id: string
  readonly name: string
  readonly email: string
  /** Of the organization that signing up made. */
  readonly organizationId: string
  readonly cookie: string
  readonly #app: FastifyInstance

  constructor(app: FastifyInstance, facts: Pick<Person, 'id' | 'name' | 'email' | 'organizationId' | 'cookie'>) {
    this.#app = app
    this.id = facts.id
    this.name = facts.name
    this.email = facts.email
    this.organizationId = facts.organizationId
    this.cookie = facts.cookie
  }

  get headers(): Record<string, string> {
    return { cookie: this.cookie, origin: APP_URL }
  }

  ask(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, { body, headers }: Asked = {}) {
    return this.#app.inject({
      method,
      url,
      headers: { ...this.headers, ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
  }
}

export class Site {
  readonly app: FastifyInstance
  readonly store: EmbeddedStore
  readonly directory: Directory
  readonly defects: unknown[]
  readonly #dataDir: string
  readonly #clock: { now: number }
  #people = 0

  constructor(
    parts: Pick<Site, 'app' | 'store' | 'directory' | 'defects'> & { dataDir: string; clock: { now: number } },
  ) {
    this.app = parts.app
    this.store = parts.store
    this.directory = parts.directory
    this.defects = parts.defects
    this.#dataDir = parts.dataDir
    this.#clock = parts.clock
  }

  get now(): number {
    return this.#clock.now
  }

  wait(ms: number): void {
    this.#clock.now += ms
  }

  /** Signs up somebody new, as the admin of an organization of their own. */
  async signUp(name = `Person ${this.#people + 1}`): Promise<Person> {
    this.#people += 1
    const email = `person-${this.#people}@mail.example.test`
    const signedUp = await this.app.inject({
      method: 'POST',
      url: '/api/auth/sign-up/email',
      headers: { origin: APP_URL, 'content-type': 'application/json' },
      payload: JSON.stringify({ name, email, password: PASSWORD }),
    })
    const cookie = signedUp.cookies.map((one) => `${one.name}=${encodeURIComponent(one.value)}`).join('; ')
    if (signedUp.statusCode !== 200 || cookie === '') throw new Error(`no sign-up: ${signedUp.body}`)
    const me = meAnswer.parse((await this.app.inject({ url: '/api/me', headers: { cookie } })).json())
    return new Person(this.app, { id: me.user.id, name, email, organizationId: me.organization.id, cookie })
  }

  /** Makes somebody a plain member of an admin's organization. @returns headers that choose it */
  async join(admin: Person, person: Person): Promise<Record<string, string>> {
    const invited = await admin.ask('POST', '/api/members', { body: { email: person.email, role: 'member' } })
    const { id } = invitationAnswer.parse(invited.json())
    const accepted = await person.ask('POST', `/api/invitations/${id}/accept`)
    if (accepted.statusCode !== 200) throw new Error(`not accepted: ${accepted.body}`)
    return { 'x-kiosk-organization': admin.organizationId }
  }

  /** Puts a call into the log and the usage of an organization, as the engine does. */
  async log(organizationId: string, row: Partial<LogRow> = {}): Promise<LogRow> {
    const units = row.units ?? 0
    const log: LogRow = {
      requestId: `req_${randomUUID()}`,
      organizationId,
      label: 'kiosk_abcdef',
      keyId: null,
      slug: 'encyclopedia-article.get',
      status: 200,
      code: null,
      units,
      cache: null,
      replayed: false,
      durationMs: 12,
      at: this.now,
      ...row,
    }
    const { period } = monthAt(log.at)
    const reservation = units === 0 ? null : await this.#reserve(organizationId, period, units)
    await this.store.ledger.settle({ reservation, log, answer: null })
    return log
  }

  async #reserve(organizationId: string, period: string, units: number) {
    const organization = await this.directory.organizationById(organizationId)
    if (organization === null) throw new Error('no such organization')
    const reserved = await this.store.ledger.reserve(organization, null, period, units)
    if (!reserved.granted) throw new Error('no units')
    return reserved.reservation
  }

  /** Takes the database away, as a lost disk would. */
  async loseDatabase(): Promise<void> {
    const file = join(this.#dataDir, 'kiosk.db')
    await rename(file, `${file}.lost`)
    await mkdir(file)
  }
}

export async function openSite(options: SiteOptions = {}): Promise<Site> {
  const root = await mkdtemp(join(tmpdir(), 'kiosk-app-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const dataDir = join(root, 'data')
  const clock = { now: START }
  const now = () => clock.now
  const store = await openEmbedded({ dataDir, role: 'engine', now })
  onTestFinished(() => store.close())
  const { directory, close } = await openEmbedded({ dataDir, role: 'client', now })
  onTestFinished(close)
  const { config } = readConfig({}, [])
  const accounts = await openAccounts({
    database: sqliteAccounts(dataDir),
    secret: SECRET,
    directory,
    plans: config.plans,
    defaultPlan: 'free',
    signup: 'open',
    appUrl: () => APP_URL,
    passwordCost: { logN: 4, r: 1, p: 1 },
  })
  onTestFinished(() => accounts.close())
  const defects: unknown[] = []
  const app = createApp(options, { accounts, directory, now, defects })
  onTestFinished(() => app.close())
  return new Site({ app, store, directory, defects, dataDir, clock })
}

interface SiteParts {
  readonly accounts: Accounts
  readonly directory: Directory
  readonly now: () => number
  readonly defects: unknown[]
}

function createApp(options: SiteOptions, { accounts, directory, now, defects }: SiteParts): FastifyInstance {
  const { engineUrl = 'http://127.0.0.1:9', guestKeys = true, trustProxy = false } = options
  const { plans } = readConfig({ KIOSK_PLANS: options.plans }, []).config
  const catalog = { current: () => Promise.reject(new Error('no catalog here')) }
  return createAppServer({
    docsBase: () => `${APP_URL}/docs/errors`,
    about: {},
    readiness: async () => ({ ready: true, checks: {} }),
    marks: {},
    trustProxy,
    onDefect: (_requestId, error) => defects.push(error),
    documents: { catalog, appUrl: () => APP_URL },
    dashboard: { catalog, files: new Map() },
    data: {
      accounts,
      directory,
      plans,
      secret: SECRET,
      appUrl: () => APP_URL,
      guestKeys,
      instance: () => ({
        service: 'kiosk',
        version: '0.0.0',
        baseUrl: 'https://kiosk.example.test',
        appUrl: APP_URL,
        guestKeys,
        mail: false,
        passkeys: true,
        sandbox: false,
      }),
      callEngine: createEngineClient({ engineUrl: () => engineUrl, secret: SECRET, now }),
      maxBodyBytes: 1024 * 1024,
      now,
    },
  })
}
