// Every route of the app that the dashboard calls, typed by the schemas that both sides read.
import { z } from 'zod'
import { type ApiError, expectOk, unexpectedAnswer, unreachable } from './api-error.ts'
import { catalogDocument, passkeyChallenge, passkeyCreation } from './outside-schemas.ts'
import * as schemas from './schemas.ts'

export interface Call {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Sent as JSON. */
  readonly body?: unknown
  readonly signal?: AbortSignal | undefined
  /** Overrides `content-type` and adds others; names in lower case. */
  readonly headers?: Readonly<Record<string, string>>
  /** Of the browser's own store of answers. */
  readonly cache?: RequestCache
}

/** Which of the user's organizations the calls are for; null: the server chooses the oldest membership. */
let organizationId: string | null = null

export function callForOrganization(id: string | null): void {
  organizationId = id
}

/** Sends one request to the app. Throws `ApiError` for every answer that is not 2xx, and when there is none. */
export async function send(
  path: string,
  { method = 'GET', body, signal, headers, cache = 'default' }: Call = {},
): Promise<Response> {
  const init: RequestInit = {
    method,
    credentials: 'same-origin',
    cache,
    headers: {
      accept: 'application/json',
      ...(organizationId && { 'x-kiosk-organization': organizationId }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  }
  const response = await fetch(path, init).catch((cause: unknown) => {
    if (signal?.aborted) throw cause
    throw unreachable(cause)
  })
  return expectOk(response)
}

/** Sends a request and reads its JSON answer through `schema`. */
async function ask<T>(schema: z.ZodType<T>, path: string, call?: Call): Promise<T> {
  const response = await send(path, call)
  const parsed = schema.safeParse(await response.json().catch(() => undefined))
  if (!parsed.success) throw unexpectedAnswer(response, path)
  return parsed.data
}

async function tell(path: string, call: Call): Promise<void> {
  await send(path, call)
}

export type RequestFilters = Partial<z.input<typeof schemas.requestQuery>>

function withQuery(path: string, query: Readonly<Record<string, unknown>>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`
}

const part = encodeURIComponent

/** One function for each route; what they answer and refuse is said in `schemas.ts`. All throw {@link ApiError}. */
export const api = {
  instance: (signal?: AbortSignal) => ask(schemas.instance, '/api/instance', { signal }),
  me: (signal?: AbortSignal) => ask(schemas.me, '/api/me', { signal }),

  keys: (signal?: AbortSignal) => ask(schemas.keyList, '/api/keys', { signal }),
  createKey: (body: z.input<typeof schemas.newKey>) => ask(schemas.createdKey, '/api/keys', { method: 'POST', body }),
  deleteKey: (id: string) => tell(`/api/keys/${part(id)}`, { method: 'DELETE' }),

  usage: (signal?: AbortSignal) => ask(schemas.usage, '/api/usage', { signal }),
  health: (signal?: AbortSignal) => ask(schemas.operationHealth, '/api/health', { signal }),
  requests: (filters: RequestFilters, signal?: AbortSignal) =>
    ask(schemas.requestPage, withQuery('/api/requests', filters), { signal }),
  request: (requestId: string, signal?: AbortSignal) =>
    ask(schemas.loggedRequest, `/api/requests/${part(requestId)}`, { signal }),
  /** A plain link would lose the chosen organization, which travels in a header. */
  requestsCsv: async (filters: RequestFilters) =>
    (await send(withQuery('/api/requests.csv', filters), { headers: { accept: 'text/csv' } })).blob(),

  /** Whether the engine is away must not come out of the browser's store. */
  catalog: (signal?: AbortSignal) => ask(catalogDocument, '/api/catalog', { signal, cache: 'no-cache' }),
  /** Raw answer of a run, 2xx only: its body is what the operation says, its headers are the receipt.
   * @param body JSON text, sent as it is */
  play: (slug: string, body: string, { signal, headers }: Pick<Call, 'signal' | 'headers'> = {}) =>
    send(`/api/playground/${part(slug)}`, { method: 'POST', body, signal, ...(headers && { headers }) }),

  members: (signal?: AbortSignal) => ask(schemas.memberList, '/api/members', { signal }),
  invite: (body: z.input<typeof schemas.newInvitation>) =>
    ask(schemas.madeInvitation, '/api/members', { method: 'POST', body }),
  changeRole: (id: string, body: z.input<typeof schemas.roleChange>) =>
    ask(schemas.member, `/api/members/${part(id)}`, { method: 'PATCH', body }),
  removeMember: (id: string) => tell(`/api/members/${part(id)}`, { method: 'DELETE' }),
  withdrawInvitation: (id: string) => tell(`/api/members/invitations/${part(id)}`, { method: 'DELETE' }),

  invitation: (id: string, signal?: AbortSignal) =>
    ask(schemas.invitationView, `/api/invitations/${part(id)}`, { signal }),
  acceptInvitation: (id: string) =>
    ask(z.object({ id: z.string() }), `/api/invitations/${part(id)}/accept`, { method: 'POST' }),
  declineInvitation: (id: string) => tell(`/api/invitations/${part(id)}/decline`, { method: 'POST' }),

  renameOrganization: (body: z.input<typeof schemas.organizationChange>) =>
    tell('/api/organization', { method: 'PATCH', body }),
  guestKey: () => ask(schemas.guestKey, '/api/guest-key', { method: 'POST' }),

  signIn: (body: { email: string; password: string }) => tell('/api/auth/sign-in/email', { method: 'POST', body }),
  signUp: (body: { name: string; email: string; password: string; invitationId?: string }) =>
    tell('/api/auth/sign-up/email', { method: 'POST', body }),
  signOut: () => tell('/api/auth/sign-out', { method: 'POST', body: {} }),
  changePassword: (body: { currentPassword: string; newPassword: string; revokeOtherSessions: boolean }) =>
    tell('/api/auth/change-password', { method: 'POST', body }),
  changeOwnName: (body: { name: string }) => tell('/api/auth/update-user', { method: 'POST', body }),
  requestPasswordReset: (body: { email: string }) => tell('/api/auth/request-password-reset', { method: 'POST', body }),
  resetPassword: (body: { token: string; newPassword: string }) =>
    tell('/api/auth/reset-password', { method: 'POST', body }),

  sessions: (signal?: AbortSignal) => ask(schemas.sessionList, '/api/sessions', { signal }),
  endSession: (id: string) => tell(`/api/sessions/${part(id)}`, { method: 'DELETE' }),
  signOutOthers: () => tell('/api/auth/revoke-other-sessions', { method: 'POST', body: {} }),

  passkeyChallenge: () => ask(passkeyChallenge, '/api/auth/passkey/challenge', { method: 'POST', body: {} }),
  signInWithPasskey: (response: unknown) => tell('/api/auth/sign-in/passkey', { method: 'POST', body: { response } }),
  passkeys: (signal?: AbortSignal) => ask(schemas.passkeyList, '/api/passkeys', { signal }),
  passkeyCreation: (body: { currentPassword: string }) =>
    ask(passkeyCreation, '/api/passkeys/challenge', { method: 'POST', body }),
  addPasskey: (body: { name: string; response: unknown }) =>
    ask(schemas.passkey, '/api/passkeys', { method: 'POST', body }),
  renamePasskey: (id: string, body: z.input<typeof schemas.passkeyName>) =>
    ask(schemas.passkey, `/api/passkeys/${part(id)}`, { method: 'PATCH', body }),
  deletePasskey: (id: string) => tell(`/api/passkeys/${part(id)}`, { method: 'DELETE' }),
}
