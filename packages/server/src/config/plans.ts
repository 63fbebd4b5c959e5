// The text of KIOSK_PLANS: what each plan allows.
import type { Plan, Plans } from '@kiosk/engine'
import { z } from 'zod'

const PLAN_NAME = /^[a-z][a-z0-9-]{0,39}$/

const plan = z.strictObject({
  units: z.int().min(0).nullable().default(null),
  ratePerSec: z.number().positive().max(1_000_000).nullable().default(null),
  publicOnly: z.boolean().optional(),
})

const planTable = z.record(z.string().regex(PLAN_NAME), plan)

export const defaultPlans = {
  guest: { units: 200, ratePerSec: 2 },
  free: { units: 1_000, ratePerSec: 5 },
  team: { units: 50_000, ratePerSec: 25 },
  business: { units: 1_000_000, ratePerSec: 100 },
  unlimited: { units: null, ratePerSec: null },
} as const

const EXPECTED =
  'expected JSON (or @file) such as {"team":{"units":50000,"ratePerSec":25}}; null or left out means no limit, names are lower-case words'

/** Plans by name. Named ones are added to the default plans or take their place, so that guests and sign-ups always have theirs. */
export const plansText = z.string().transform((text, context): Plans => {
  const parsed = planTable.safeParse(parseJson(text))
  if (parsed.success) return toPlans({ ...defaultPlans, ...parsed.data })
  const issue = parsed.error.issues[0]
  const where = issue !== undefined && issue.path.length > 0 ? ` (at ${issue.path.join('.')})` : ''
  context.issues.push({ code: 'custom', input: text, message: EXPECTED + where })
  return z.NEVER
})

function toPlans(table: Record<string, z.input<typeof plan>>): Plans {
  return new Map(
    Object.entries(table).map(([name, { units = null, ratePerSec = null, publicOnly = name === 'guest' }]) => [
      name,
      { name, units, ratePerSec, publicOnly } satisfies Plan,
    ]),
  )
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
