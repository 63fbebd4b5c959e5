// Answers whose form others define: the catalog document, and what browsers read of passkeys.
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

const anObject = (value: unknown) => typeof value === 'object' && value !== null

/** What the browser is asked to make a passkey from, or to choose one by; its own functions read it. */
export const passkeyCreation = z.custom<PublicKeyCredentialCreationOptionsJSON>(anObject)
export const passkeyChallenge = z.custom<PublicKeyCredentialRequestOptionsJSON>(anObject)
