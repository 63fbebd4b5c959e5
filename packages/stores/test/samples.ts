// Invented organizations, calls and keys.
import { createHash, randomUUID } from 'node:crypto'
import type { Claim, ClaimRequest, Ledger, LogRow, Organization, Reservation, StoredAnswer } from '@kiosk/engine'
import type { Directory, KeySummary, NewKey } from '../src/index.ts'

export const START = Date.UTC(2026, 10, 15, 12)
export const PERIOD = '2026-11'
export const DAY_MS = 86_400_000

export function anOrganization(id = 'org_one'): Organization {
  return { id, name: 'One', slug: 'one', plan: 'free', quotaOverride: null, withheld: [], expiresAt: null }
}

export function logRow(row: Partial<LogRow> = {}): LogRow {
  return {
    requestId: `req_${randomUUID()}`,
    organizationId: 'org_one',
    label: 'kiosk_abcdef',
    keyId: 'key_one',
    slug: 'encyclopedia-article.get',
    status: 200,
    code: null,
    units: 0,
    cache: null,
    replayed: false,
    durationMs: 12.4,
    at: START,
    ...row,
  }
}

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export function claimRequest(request: Partial<ClaimRequest> = {}): ClaimRequest {
  return {
    organizationId: 'org_one',
    key: 'a-key-of-thirty-six-characters-00001',
    slug: 'encyclopedia-article.get',
    bodyHash: sha256('{}'),
    leaseMs: 45_000,
    durable: false,
    now: START,
    ...request,
  }
}

/** All byte values, so that no step on the way may take the body for text. */
export const everyByte: StoredAnswer = {
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', 'x-kiosk-cache': 'MISS' },
  body: Uint8Array.from({ length: 1_024 }, (_, i) => i % 256),
}

/** Reserves what must fit. */
export async function reserve(
  ledger: Ledger,
  units: number,
  { organization = anOrganization(), limit = null as number | null, period = PERIOD } = {},
): Promise<Reservation> {
  const result = await ledger.reserve(organization, limit, period, units)
  if (!result.granted) throw new Error(`${units} units do not fit: ${JSON.stringify(result.balance)}`)
  return result.reservation
}

/** Settles a billed call of `units`. */
export async function bill(ledger: Ledger, units: number, row: Partial<LogRow> = {}): Promise<void> {
  const organization = anOrganization(row.organizationId)
  const reservation = await reserve(ledger, units, { organization })
  await ledger.settle({ reservation, log: logRow({ units, ...row }), answer: null })
}

/** Settles an answer that is kept. */
export function settleAnswer(
  ledger: Ledger,
  claim: Claim,
  {
    stored = everyByte,
    expiresAt = START + DAY_MS,
    reservation = null as Reservation | null,
    row = {} as Partial<LogRow>,
  } = {},
): Promise<void> {
  const log = logRow({ organizationId: claim.organizationId, units: reservation?.units ?? 0, ...row })
  return ledger.settle({ reservation, log, answer: { claim, stored, expiresAt } })
}

export interface MadeKey {
  readonly hash: string
  readonly summary: KeySummary
}

export async function addKey(
  directory: Directory,
  organizationId: string,
  key: Partial<NewKey> = {},
): Promise<MadeKey> {
  const hash = key.hash ?? sha256(randomUUID())
  const summary = await directory.addKey({
    organizationId,
    name: 'Test',
    prefix: 'kiosk_0123ab',
    hash,
    createdBy: null,
    ...key,
  })
  return { hash, summary }
}
