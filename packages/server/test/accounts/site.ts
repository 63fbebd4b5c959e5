// An app with accounts for tests: a real server, a real database, people with a browser's cookies.
import type { AddressInfo } from 'node:net'
import { Secret } from '@kiosk/catalog'
import { type Directory, openEmbedded } from '@kiosk/stores'
import { onTestFinished } from 'vitest'
import { type Accounts, type AccountsOptions, openAccounts } from '../../src/app-http/accounts/accounts.ts'
import { createAppFrame } from '../../src/app-http/app-server.ts'
import { addSessionScope, sessionOf } from '../../src/app-http/session-scope.ts'
import { readConfig } from '../../src/config.ts'
import { temporaryFolder } from '../command-lines.ts'
import { type Place, placeFor } from './databases.ts'

export const PASSWORD = 'correct horse battery'
/** As little work as scrypt can do. */
const CHEAP = { logN: 1, r: 1, p: 1 }

export interface SiteOptions
  extends Partial<Pick<AccountsOptions, 'signup' | 'secret' | 'database' | 'passwordCost' | 'mail'>> {
  /** One that is there already, and stays. */
  readonly dataDir?: string
  readonly appUrl?: string
  /** KIOSK_TRUST_PROXY */
  readonly trustProxy?: string
  /** Wraps the directory that accounts see. */
  readonly directory?: (real: Directory) => AccountsOptions['directory']
}

export interface Site extends Place {
  readonly dataDir: string
  /** Where it listens, and its public address unless another one was given. */
  readonly origin: string
  readonly accounts: Accounts
  readonly directory: Directory
  /** What ended in a defect. */
  readonly defects: unknown[]
  person(): Person
  /** Somebody new who has just signed up. */
  signedUp(name: string): Promise<Person>
  /** A new member of the organization of an admin, by an invitation. */
  joined(admin: Person, name: string, role?: 'admin' | 'member'): Promise<Person>
}

export async function openSite({ directory: wrap, appUrl, trustProxy, ...options }: SiteOptions = {}): Promise<Site> {
  const dataDir = options.dataDir ?? (await temporaryFolder())
  const place = await placeFor(dataDir, options.dataDir === undefined)
  const { config } = readConfig({ KIOSK_TRUST_PROXY: trustProxy }, [])
  const { directory, close } = await openEmbedded({ dataDir, role: 'client' })
  let origin = 'http://127.0.0.1'
  const accounts = await openAccounts({
    database: place.database,
    secret: new Secret('0123456789abcdef0123456789abcdef'),
    directory: wrap?.(directory) ?? directory,
    plans: config.plans,
    defaultPlan: 'free',
    signup: 'open',
    passwordCost: CHEAP,
    ...options,
    appUrl: () => appUrl ?? origin,
  })
  const defects: unknown[] = []
  const app = createAppFrame({
    docsBase: () => 'https://kiosk.example.test/docs/errors',
    about: {},
    readiness: async () => ({ ready: true, checks: {} }),
    marks: {},
    trustProxy: config.trustProxy,
    onDefect: (_requestId, error) => defects.push(error),
  })
  accounts.register(app)
  addSessionScope(app, accounts, (scope) => {
    scope.get('/test/session', async (request) => sessionOf(request))
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  origin = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
  onTestFinished(async () => {
    await app.close()
    await accounts.close()
    await close()
  })
  const person = () => new Person(origin, appUrl ?? origin)
  const signedUp = async (name: string) => {
    const someone = person()
    await someone.done('POST', '/api/auth/sign-up/email', { name, email: emailOf(name), password: PASSWORD })
    return someone
  }
  return {
    ...place,
    dataDir,
    origin,
    accounts,
    directory,
    defects,
    person,
    signedUp,
    async joined(admin, name, role = 'member') {
      const someone = await signedUp(name)
      const { id } = await admin.done('POST', '/api/members', { email: emailOf(name), role })
      const { id: organization } = await someone.done('POST', `/api/invitations/${id}/accept`)
      someone.organization = organization
      return someone
    },
  }
}

export function emailOf(name: string): string {
  return `${name.toLowerCase()}@example.test`
}

/** What an answer holds is what a test is about. */
type Json = ReturnType<typeof JSON.parse>

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly body: Json
}

/** Somebody with a browser: its cookies, and the Origin that it sends. */
export class Person {
  readonly #base: string
  readonly #cookies = new Map<string, string>()
  origin: string | null
  /** Sent as x-kiosk-organization; null: not sent. */
  organization: string | null = null

  constructor(base: string, origin: string) {
    this.#base = base
    this.origin = new URL(origin).origin
  }

  async ask(method: string, path: string, body?: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const cookie = this.cookie()
    const response = await fetch(this.#base + path, {
      method,
      headers: {
        ...(this.origin !== null && { origin: this.origin }),
        ...(this.organization !== null && { 'x-kiosk-organization': this.organization }),
        ...(cookie !== '' && { cookie }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    for (const line of response.headers.getSetCookie()) this.#keep(line)
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
  }

  /** The body of an answer that must be a success. */
  async done(method: string, path: string, body?: unknown): Promise<Json> {
    const answer = await this.ask(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  /** Status and code of an answer that must be a refusal. */
  async refused(method: string, path: string, body?: unknown): Promise<[status: number, code: string]> {
    const answer = await this.ask(method, path, body)
    return [answer.status, answer.body?.error?.code]
  }

  signIn(email: string, password: string, headers?: Record<string, string>): Promise<Answer> {
    return this.ask('POST', '/api/auth/sign-in/email', { email, password }, headers)
  }

  cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split(';').map((part) => part.trim())
    const at = pair.indexOf('=')
    if (attributes.includes('Max-Age=0')) this.#cookies.delete(pair.slice(0, at))
    else this.#cookies.set(pair.slice(0, at), pair.slice(at + 1))
  }
}
