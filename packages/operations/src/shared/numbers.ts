// Numbers of upstreams, which some send as texts.
import { z } from 'zod'

/** A finite number, or a text that is nothing but a decimal number (`"85.0"`). */
export const numeric = z.union([
  z.number(),
  z
    .string()
    .trim()
    .regex(/^[+-]?\d{1,30}(?:\.\d{1,30})?$/, 'expected a number')
    .transform(Number),
])

/** A whole number up to 2^53, or a text that is one (`"85"`, `"85.0"`). */
export const whole = numeric.pipe(z.int())

/** `whole`, or null for whatever is not one. */
export const optionalWhole = whole.nullable().catch(null)
