import { z } from 'zod'
import { lengthInInches } from './paper.ts'

const MAX_INCHES = 20

/** One side of a margin: a CSS length in, inches out; 0 when left out. */
export const marginLength = z
  .string()
  .trim()
  .min(1)
  .max(16)
  .default('0')
  .transform((text, issues) => {
    const inches = lengthInInches(text)
    if (inches !== null && inches <= MAX_INCHES) return inches
    issues.addIssue({
      code: 'custom',
      message:
        inches === null
          ? 'expected a length such as 20mm, 1in, 2.5cm, 36pt or 10px'
          : `expected a length of at most ${MAX_INCHES}in`,
    })
    return z.NEVER
  })
