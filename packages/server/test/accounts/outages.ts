// What everything about sessions answers while the database of accounts is away.
import { expect } from 'vitest'
import { emailOf, PASSWORD, type Person } from './site.ts'

export const UNAVAILABLE = [503, 'AUTH_UNAVAILABLE']

/** Whatever touches the database. */
export const REQUESTS = [
  ['GET', '/test/session'],
  ['GET', '/api/members'],
  ['POST', '/api/members', { email: emailOf('Bob') }],
  ['GET', '/api/invitations/x'],
  ['POST', '/api/invitations/x/accept'],
  ['GET', '/api/sessions'],
  ['DELETE', '/api/sessions/x'],
  ['GET', '/api/auth/get-session'],
  ['POST', '/api/auth/revoke-other-sessions'],
  ['POST', '/api/auth/update-user', { name: 'Ada' }],
  ['POST', '/api/auth/change-password', { currentPassword: PASSWORD, newPassword: 'another password' }],
  ['POST', '/api/auth/sign-out'],
  ['POST', '/api/auth/sign-in/email', { email: emailOf('Ada'), password: PASSWORD }],
  ['POST', '/api/auth/sign-up/email', { name: 'Bob', email: emailOf('Bob'), password: PASSWORD }],
] as const

/** Nobody is told to sign in, and nobody is signed out. */
export async function expectAway(
  person: Person,
  requests: readonly (typeof REQUESTS)[number][] = REQUESTS,
): Promise<void> {
  for (const [method, path, body] of requests) {
    const answer = await person.ask(method, path, body)
    expect([path, answer.status, answer.body?.error?.code]).toEqual([path, ...UNAVAILABLE])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(answer.headers.getSetCookie(), path).toEqual([])
  }
}
