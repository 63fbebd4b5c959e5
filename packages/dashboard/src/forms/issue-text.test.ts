import { expect, it } from 'vitest'
import { z } from 'zod'
import { newAccount } from './account-rules.ts'
import { fieldTexts } from './issue-text.ts'

function textsOf(schema: z.ZodType, value: unknown): Record<string, string> {
  const parsed = schema.safeParse(value)
  return parsed.success ? {} : fieldTexts(parsed.error.issues)
}

it('says for each field what it should have been', () => {
  expect(textsOf(newAccount, { name: ' ', email: 'ada', password: 'short' })).toEqual({
    name: 'Fill this in.',
    email: 'Enter an e-mail address, such as ada@example.test.',
    password: 'Use at least 8 characters.',
  })
  expect(textsOf(newAccount, { name: 'A', email: 'a@example.test', password: 'x'.repeat(129) })).toEqual({
    password: 'Use at most 128 characters.',
  })
})

it('keeps the first of several, and a rule’s own words', () => {
  const schema = z.object({ typed: z.string().refine((typed) => typed === 'x', 'Type «x» to confirm.') })
  expect(textsOf(schema, { typed: 'y' })).toEqual({ typed: 'Type «x» to confirm.' })
  expect(textsOf(z.object({ a: z.email().min(20) }), { a: 'b' }).a).toContain('e-mail')
})
