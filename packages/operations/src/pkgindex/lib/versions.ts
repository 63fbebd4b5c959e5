// The second place where the index lists the versions of a package.
import { type Context, OperationError } from '@kiosk/catalog'
import { z } from 'zod'
import type { PackageName } from './package-name.ts'

/** Packages with thousands of files have answers of many megabytes. */
export const MAX_BYTES = 20 * 1024 * 1024

/** @param body JSON of `/simple/{name}/`; null when it lists no version */
export function parseVersionCount(body: unknown): number | null {
  const read = z.object({ versions: z.array(z.string()) }).safeParse(body)
  return read.data?.versions.length || null
}

/** Number of versions; null when it is not to be had, which is no reason to fail. */
export async function countVersions(ctx: Context<'http'>, name: PackageName): Promise<number | null> {
  try {
    const response = await ctx.http.send({
      path: `/simple/${name.given}/`,
      headers: { accept: 'application/vnd.pypi.simple.v1+json' },
      agent: 'browser',
      maxBytes: MAX_BYTES,
      timeoutMs: 5000,
    })
    return response.status === 200 ? parseVersionCount(response.json()) : null
  } catch (error) {
    if (ctx.signal.aborted || !(error instanceof OperationError)) throw error
    return null
  }
}
