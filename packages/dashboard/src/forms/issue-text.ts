// What a refused form value should have been, in words for its field.
import type { z } from 'zod'

type Issue = z.core.$ZodIssue

export function issueText(issue: Issue): string {
  if (issue.code === 'too_small' && issue.origin === 'string')
    return Number(issue.minimum) <= 1 ? 'Fill this in.' : `Use at least ${issue.minimum} characters.`
  if (issue.code === 'too_big' && issue.origin === 'string') return `Use at most ${issue.maximum} characters.`
  if (issue.code === 'invalid_format' && issue.format === 'email')
    return 'Enter an e-mail address, such as ada@example.test.'
  return issue.message
}

/** The first text for each field, by its dotted path. */
export function fieldTexts(issues: readonly Issue[]): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const issue of issues) {
    const path = issue.path.join('.')
    texts[path] ??= issueText(issue)
  }
  return texts
}
