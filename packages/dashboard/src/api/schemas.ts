// What the app answers to its dashboard: one schema for each answer, read by both. Session routes under /api.
import { z } from 'zod'

const instant = z.iso.datetime().describe('ISO 8601, UTC.')

export const roles = ['admin', 'member'] as const
export const role = z.enum(roles)
export type Role = z.infer<typeof role>

const organization = z.object({
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  /** Of the signed-in user. */
  role,
})

/** GET /api/instance: no session needed; what the sign-in page has to know. */
export const instance = z.object({
  service: z.string(),
  version: z.string(),
  baseUrl: z.string(),
  appUrl: z.string(),
  /** Who may sign up right now: `open` also while nobody has an account, unless it is closed. */
  signup: z.enum(['open', 'invite', 'closed']),
  guestKeys: z.boolean(),
  /** Whether forgotten passwords are reset by mail; else by the operator's command. */
  mail: z.boolean(),
  /** Whether a passkey can be bound to this address: it needs a name and TLS. */
  passkeys: z.boolean(),
  sandbox: z.boolean(),
})
export type Instance = z.infer<typeof instance>

/** GET /api/me */
export const me = z.object({
  user: z.object({ id: z.string(), name: z.string(), email: z.string(), createdAt: instant }),
  /** Chosen by `x-kiosk-organization`, else the first. */
  organization: organization.extend({
    plan: z.object({ name: z.string(), quota: z.int().nullable(), requestsPerSecond: z.number().nullable() }),
    createdAt: instant,
  }),
  organizations: z.array(organization),
})
export type Me = z.infer<typeof me>

export const keySummary = z.object({
  id: z.string(),
  name: z.string(),
  /** First 12 characters. */
  prefix: z.string(),
  createdAt: instant,
  /** Name of the member; null for the operator's command line, and for members whose account is gone. */
  createdBy: z.string().nullable(),
  /** YYYY-MM-DD; null when never used. */
  lastUsed: z.string().nullable(),
})
export type KeySummary = z.infer<typeof keySummary>

/** GET /api/keys. */
export const keyList = z.object({
  keys: z.array(keySummary),
  limits: z.object({
    keys: z.int(),
    newPerHour: z.int(),
    /** New ones that may still be made within the hour. */
    newLeft: z.int(),
    /** When the next new one is possible; null when one is now. */
    nextAt: instant.nullable(),
  }),
})

/** POST /api/keys */
export const newKey = z.strictObject({ name: z.string().trim().min(1).max(64) })
export const createdKey = keySummary
  .pick({ id: true, name: true, prefix: true, createdAt: true })
  .extend({ key: z.string() })

const tally = { calls: z.int(), units: z.int(), cacheHits: z.int(), failures: z.int() }

/** GET /api/usage */
export const usage = z.object({
  /** YYYY-MM */
  period: z.string(),
  quota: z.object({ limit: z.int().nullable(), used: z.int(), remaining: z.int().nullable(), resetsAt: instant }),
  /** At this month's pace. `units` by its end; `exhaustedAt` when the quota ends before. */
  forecast: z.object({ units: z.int(), exhaustedAt: instant.nullable() }),
  /** Each day of the month up to today. */
  days: z.array(z.object({ day: z.iso.date(), ...tally })),
  operations: z.array(z.object({ slug: z.string(), ...tally })),
  /** Thresholds that were passed, in per cent. */
  alerts: z.array(z.union([z.literal(50), z.literal(80), z.literal(100)])),
})

export const loggedRequest = z.object({
  requestId: z.string(),
  at: instant,
  slug: z.string(),
  status: z.int(),
  code: z.string().nullable(),
  units: z.int(),
  cache: z.enum(['HIT', 'MISS']).nullable(),
  replayed: z.boolean(),
  durationMs: z.int(),
  /** Label of the key, or the member whose session it was. */
  label: z.string(),
  keyId: z.string().nullable(),
})

/** GET /api/requests and /api/requests.csv; times as ISO 8601. */
export const requestQuery = z.strictObject({
  operation: z.string().max(100).optional(),
  /** `2xx`, `4xx`, `5xx`, or one status. */
  status: z
    .string()
    .regex(/^(?:[2-5]xx|[2-5]\d\d)$/)
    .optional(),
  code: z
    .string()
    .regex(/^[A-Z_]{2,40}$/)
    .optional(),
  key: z.string().max(64).optional(),
  from: z.iso.datetime().optional(),
  to: z.iso.datetime().optional(),
  /** From `next` of the page before. */
  cursor: z.string().max(64).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
})
/** Newest first. */
export const requestPage = z.object({ requests: z.array(loggedRequest), next: z.string().nullable() })

/** GET /api/health: of the organization's own calls of the last 24 hours. */
export const operationHealth = z.object({
  operations: z.array(
    z.object({
      slug: z.string(),
      calls: z.int(),
      /** Of calls that were not refused for what the caller sent; null when there was none. */
      successRate: z.number().min(0).max(1).nullable(),
      p50Ms: z.int().nullable(),
      p95Ms: z.int().nullable(),
      failures: z.array(z.object({ code: z.string(), count: z.int(), lastAt: instant })),
    }),
  ),
})

export const member = z.object({
  id: z.string(),
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  role,
  joinedAt: instant,
  isYou: z.boolean(),
})
export const invitation = z.object({
  id: z.string(),
  email: z.string(),
  role,
  expiresAt: instant,
  invitedBy: z.string(),
  link: z.string(),
})

/** GET /api/members; members see no invitations. */
export const memberList = z.object({ members: z.array(member), invitations: z.array(invitation) })
/** POST /api/members → 201 `madeInvitation` */
export const newInvitation = z.strictObject({ email: z.email().max(254), role: role.default('member') })
export const madeInvitation = invitation.extend({
  /** Whether the link is on its way by mail, too. */
  mailed: z.boolean(),
})
/** PATCH /api/members/:id → 200 `member` */
export const roleChange = z.strictObject({ role })
// DELETE /api/members/:id (204), DELETE /api/members/invitations/:id (204)

/** GET /api/invitations/:id: no session needed; an invitation that is gone is NOT_FOUND. */
export const invitationView = z.object({ organization: z.string(), email: z.string(), role, expiresAt: instant })
// POST /api/invitations/:id/accept → 200 organization; POST /api/invitations/:id/decline → 204

/** PATCH /api/organization → 200 `me.organization` (admins) */
export const organizationChange = z.strictObject({ name: z.string().trim().min(1).max(80) })

/** POST /api/guest-key → 201; no session. */
export const guestKey = z.object({
  key: z.string(),
  plan: z.literal('guest'),
  /** Null: the plan has no limit. */
  quota: z.object({ limit: z.int().nullable() }),
  expiresAt: instant,
})

/** GET /api/sessions: one's own, newest first. */
export const ownSession = z.object({
  id: z.string(),
  createdAt: instant,
  ipAddress: z.string().nullable(),
  userAgent: z.string().nullable(),
  isCurrent: z.boolean(),
})
export type OwnSession = z.infer<typeof ownSession>
export const sessionList = z.object({ sessions: z.array(ownSession) })
// DELETE /api/sessions/:id (204)

/** GET /api/passkeys: one's own, oldest first. */
export const passkey = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: instant,
  /** Null: never used to sign in. */
  lastUsedAt: instant.nullable(),
})
export type Passkey = z.infer<typeof passkey>
export const passkeyList = z.object({ passkeys: z.array(passkey) })
/** Also the body of PATCH /api/passkeys/:id → 200 `passkey`. */
export const passkeyName = z.strictObject({ name: z.string().trim().min(1).max(64) })
// DELETE /api/passkeys/:id (204)
