import { z } from 'zod'

/** A rate as text, such as `0.88180`: a finite number above 0. */
export const decimalRate = z
  .string()
  .trim()
  .regex(/^\d{1,12}(?:\.\d{1,12})?$/)
  .transform(Number)
  .pipe(z.number().positive())
