// People with accounts: made over HTTP where signing up is not what a test is about.
import { invitation, type Me, me as meAnswer } from '@kiosk/dashboard'
import type { BrowserContextOptions } from 'playwright-core'
import type { Installation } from './installation.ts'
import { openVisitor, type Visitor } from './visitor.ts'

export const PASSWORD = 'correct horse battery'

/** Somebody who is signed in, as the admin of an organization of their own. */
export interface Person extends Visitor {
  readonly name: string
  readonly email: string
  /** Sends a request with the session of the browser. Rejects unless it is answered 2xx. @returns the parsed body */
  ask(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: unknown): Promise<unknown>
  me(): Promise<Me>
}

let people = 0

/** An e-mail address that nobody has yet. */
export function newEmail(): string {
  people += 1
  return `person-${people}@example.test`
}

export async function signUp(
  installation: Installation,
  name: string,
  options: BrowserContextOptions = {},
): Promise<Person> {
  const visitor = await openVisitor(installation, options)
  const email = newEmail()
  const person = { ...visitor, ...accessOf(visitor), name, email }
  await person.ask('POST', '/api/auth/sign-up/email', { name, email, password: PASSWORD })
  return person
}

/** The same account in another browser. */
export async function signInElsewhere({ installation, name, email }: Person): Promise<Person> {
  const visitor = await openVisitor(installation)
  const person = { ...visitor, ...accessOf(visitor), name, email }
  await person.ask('POST', '/api/auth/sign-in/email', { email, password: PASSWORD })
  return person
}

/** Makes somebody a member of an admin's organization. */
export async function join(admin: Person, person: Person, role: Me['organization']['role'] = 'member'): Promise<void> {
  const invited = await admin.ask('POST', '/api/members', { email: person.email, role })
  await person.ask('POST', `/api/invitations/${invitation.parse(invited).id}/accept`)
}

function accessOf({ context, installation: { appUrl } }: Visitor): Pick<Person, 'ask' | 'me'> {
  const ask = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await context.request.fetch(appUrl + path, {
      method,
      headers: { origin: appUrl, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { data: JSON.stringify(body) }),
    })
    const text = await response.text()
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${text}`)
    return text === '' ? null : JSON.parse(text)
  }
  return { ask, me: async () => meAnswer.parse(await ask('GET', '/api/me')) }
}
