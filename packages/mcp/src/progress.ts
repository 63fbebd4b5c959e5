// News of a call that takes long, for clients that ask for them.
import type { CatalogOperation } from '@kiosk/catalog'
import type { ServerContext } from '@modelcontextprotocol/server'

const EVERY_MS = 5_000

/** Runs `work` and sends a progress notification every 5 s meanwhile, where the client named a token for them. */
export async function withProgress<T>(
  { title, timeoutSec }: Pick<CatalogOperation, 'title' | 'timeoutSec'>,
  { mcpReq }: ServerContext,
  work: () => Promise<T>,
): Promise<T> {
  const progressToken = mcpReq._meta?.progressToken
  if (progressToken === undefined) return work()
  const begun = performance.now()
  const timer = setInterval(() => {
    const seconds = Math.round((performance.now() - begun) / 1000)
    const params = { progressToken, progress: seconds, total: timeoutSec, message: `${title}: ${seconds} s` }
    // Who hung up reads no news.
    mcpReq.notify({ method: 'notifications/progress', params }).catch(() => undefined)
  }, EVERY_MS)
  try {
    return await work()
  } finally {
    clearInterval(timer)
  }
}
