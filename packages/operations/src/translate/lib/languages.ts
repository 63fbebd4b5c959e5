// Language tags: one spelling for us; each engine maps it to its own.

/** Known to engines, but not to the data that `Intl` carries. */
const UNLISTED = new Set([
  ...['alz', 'bci', 'ber', 'bts', 'btx', 'cnh', 'dov', 'hrx', 'ktu', 'mam', 'nah', 'ndc', 'nhe', 'trp', 'yua'],
])

/** Tags whose region or script Google tells apart; of all others it takes the language alone. */
const GOOGLE_TAGS = new Set([
  ...['zh-CN', 'zh-TW', 'pt-PT', 'fr-CA', 'fa-AF', 'ber-Latn', 'bm-Nkoo', 'crh-Latn', 'iu-Latn', 'mni-Mtei', 'ms-Arab'],
  ...['ndc-ZW', 'pa-Arab', 'sat-Latn'],
])

const TO_GOOGLE = new Map([
  ['fil', 'tl'],
  ['he', 'iw'],
  ['jv', 'jw'],
  // Goan Konkani, which `Intl` counts to Konkani.
  ['kok', 'gom'],
  ['nb', 'no'],
])

const FROM_GOOGLE = new Map([
  ['iw', 'he'],
  ['jw', 'jv'],
])

/** One spelling of a tag: usual letter case, today's code for an old one (`iw` → `he`), Chinese as `zh-CN` or `zh-TW`. */
export function canonicalLanguage(tag: string): string {
  const known = canonicalLocale(tag)
  if (!/^zh(?:-|$)/.test(known)) return known
  return /-(?:Hant|TW|HK|MO)\b/.test(known) ? 'zh-TW' : 'zh-CN'
}

/** True for a tag whose language exists. */
export function isLanguage(tag: string): boolean {
  const [language = ''] = canonicalLocale(tag).split('-')
  const names = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' })
  return UNLISTED.has(language) || names.of(language) !== undefined
}

/** Google's code for a canonical tag; `auto` for none. */
export function googleCode(tag: string | null): string {
  if (tag === null) return 'auto'
  if (GOOGLE_TAGS.has(tag)) return tag
  const [language = tag] = tag.split('-')
  return TO_GOOGLE.get(language) ?? language
}

/** Google's code of a detected language as the world writes it; null for `und`, its word for none. */
export function fromGoogleCode(code: string): string | null {
  return code === 'und' ? null : (FROM_GOOGLE.get(code) ?? code)
}

/** True for two canonical tags between which no engine translates, such as `en` and `en-US`. */
export function isSameLanguage(one: string, other: string): boolean {
  return googleCode(one) === googleCode(other)
}

function canonicalLocale(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? tag
  } catch {
    // Well-formed for us but not for `Intl`, such as a variant of three letters too many.
    return tag
  }
}
