// The address of a page as callers give it.
import { z } from 'zod'

/** Absolute http or https address; whether it is public is judged on the way out. */
export const pageUrl = z
  .string()
  .trim()
  .min(1)
  .max(2048)
  .regex(/^https?:\/\/[^\s/]/i, 'expected an absolute http or https URL')
  .refine((text) => URL.canParse(text), 'expected an absolute http or https URL')
