// Answers whose form others define: the catalog document, and the sessions of the accounts library.
import type { CatalogDocument } from '@kiosk/catalog'
import { z } from 'zod'

const jsonSchema = z.custom<CatalogDocument['operations'][number]['inputSchema']>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)

/** GET /api/catalog. Written again, since the catalog's own reader would bring its whole package into the page. */
export const catalogDocument = z.object({
  service: z.string(),
  version: z.string(),
  degraded: z.boolean(),
  generatedAt: z.iso.datetime(),
  baseUrl: z.string(),
  operations: z.array(
    z.object({
      slug: z.string(),
      id: z.string(),
      title: z.string(),
      description: z.string(),
      category: z.string(),
      tags: z.array(z.string()),
      units: z.int(),
      timeoutSec: z.number(),
      cacheSec: z.number(),
      access: z.string(),
      inputSchema: jsonSchema,
      outputSchema: jsonSchema,
      examples: z.array(
        z.object({
          title: z.string(),
          input: z.unknown(),
          output: z.unknown().optional(),
          fails: z.string().optional(),
        }),
      ),
    }),
  ),
}) satisfies z.ZodType<CatalogDocument>

/** One of GET /api/auth/list-sessions. */
export const authSession = z.object({
  id: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  userAgent: z.string().nullish(),
  ipAddress: z.string().nullish(),
})
export type AuthSession = z.infer<typeof authSession>

/** GET /api/auth/get-session; null without one. */
export const currentSession = z.object({ session: z.object({ id: z.string() }) }).nullable()
