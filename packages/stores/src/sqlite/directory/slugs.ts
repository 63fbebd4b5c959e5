// Slugs of organizations.

const MAX_LENGTH = 60
// Letters that Unicode does not take apart into a base letter and a mark.
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŋ: 'n',
}

/** `Café Zürich GmbH` → `cafe-zurich-gmbh`; a name without a Latin letter or digit → `organization`. */
export function slugOf(name: string): string {
  const slug = name
    .toLowerCase()
    .replace(/[^\0-\x7f]/g, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, MAX_LENGTH)
    .replace(/^-+|-+$/g, '')
  return slug === '' ? 'organization' : slug
}

/** The slug itself where it is free, else with the first free of `-2`, `-3` …
 * Numbers are given out in order, so doubling and bisecting finds it in a few look-ups, however many there are. */
export function freeSlug(slug: string, isTaken: (slug: string) => boolean): string {
  if (!isTaken(slug)) return slug
  let taken = 1
  let free = 2
  while (isTaken(`${slug}-${free}`)) {
    taken = free
    free *= 2
  }
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2)
    if (isTaken(`${slug}-${middle}`)) taken = middle
    else free = middle
  }
  return `${slug}-${free}`
}
