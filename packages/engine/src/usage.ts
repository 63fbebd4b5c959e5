import type { Account } from './account.ts'
import type { Balance, Ledger } from './ports.ts'

/** Body of `GET /usage`. */
export async function usageDocument(
  ledger: Ledger,
  account: Account,
): Promise<{ balance: Balance; document: Uint8Array }> {
  const { caller, limit, month, plan } = account
  const { id, name } = caller.organization
  const balance = await ledger.balance(caller.organization, limit, month.period)
  const operations = await ledger.usage(id, month.period)
  const document = Buffer.from(
    JSON.stringify({
      organization: { id, name, plan: plan.name },
      period: month.period,
      quota: {
        limit,
        used: balance.used,
        remaining: limit === null ? null : Math.max(0, limit - balance.used),
        resetsAt: month.resetsAt,
      },
      operations: operations.map(({ slug, calls, units, cacheHits }) => ({ slug, calls, units, cacheHits })),
    }),
  )
  return { balance, document }
}
