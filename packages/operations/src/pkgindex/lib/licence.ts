// The licence of a package, which the index keeps in three places.

const MAX_SHORT_TEXT = 100

export interface LicenceSources {
  readonly expression: string | null
  /** A short name or a whole licence. */
  readonly text: string | null
  readonly classifiers: readonly string[]
}

/** SPDX expression; else the first line of a licence text of at most 100 characters; else the last part of the classifier. */
export function licenceOf({ expression, text, classifiers }: LicenceSources): string | null {
  if (expression !== null) return expression.trim()
  const short = text?.trim() ?? ''
  if (short !== '' && short.length <= MAX_SHORT_TEXT) return short.split(/\r?\n|\r/)[0]?.trim() ?? null
  const named = classifiers
    .map((classifier) => classifier.split('::').map((part) => part.trim()))
    .filter(([head, ...rest]) => head === 'License' && rest.length > 0)
  // `License :: OSI Approved` alone says less than any longer one beside it.
  return (named.find((parts) => parts.length > 2) ?? named[0])?.at(-1) ?? null
}
