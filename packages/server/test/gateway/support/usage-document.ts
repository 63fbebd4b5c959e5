import { z } from 'zod'

/** Body of `GET /usage`. */
export const usageDocument = z.strictObject({
  organization: z.object({ id: z.string(), name: z.string(), plan: z.string() }),
  period: z.string(),
  quota: z.object({
    limit: z.int().nullable(),
    used: z.int(),
    remaining: z.int().nullable(),
    resetsAt: z.string(),
  }),
  operations: z.array(z.object({ slug: z.string(), calls: z.int(), units: z.int(), cacheHits: z.int() })),
})

export type Usage = z.output<typeof usageDocument>
