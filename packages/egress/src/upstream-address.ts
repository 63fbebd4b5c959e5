// The two ways in which an upstream's address is written: a default with params, an operator's override.

/** A default address: an origin that may hold `{params}` in its host. */
export interface Template {
  /** Names of the params, in order. */
  readonly params: readonly string[]
  /** True when one param is the whole host. */
  readonly isAnyHost: boolean
  /** Values of the params when `url` has this origin, else null. */
  match(url: URL): readonly string[] | null
  /** The origin with its params filled in, or null when a value does not fit. */
  fill(values: readonly string[]): string | null
  /** A value as it stands in a host (lower case, punycode), or null when it does not fit. */
  spell(value: string): string | null
}

/** An override: an origin, and the path that is put in front of every path (empty, or `/a/b` without a last slash). */
export interface Origin {
  readonly origin: string
  readonly path: string
}

const PARAM = /\{([a-z][A-Za-z0-9]*)\}/g
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** @param text such as `https://{language}.wiki.example`. Throws `TypeError` for anything but an origin. */
export function parseTemplate(text: string): Template {
  const params = [...text.matchAll(PARAM)].flatMap(([, name]) => (name === undefined ? [] : [name]))
  const isAnyHost = /^https?:\/\/\{[^}]*\}$/.test(text)
  const sample = URL.parse(text.replace(PARAM, 'x'))
  if (!sample || sample.href !== `${sample.origin}/` || text.endsWith('/')) {
    throw new TypeError(`upstream ${text}: expected an origin, such as https://api.example`)
  }
  const value = isAnyHost ? '([^/]+)' : '([a-z0-9-]{1,63})'
  const pattern = new RegExp(`^${text.split(PARAM).map(literalOr(value)).join('')}$`)
  const spell = isAnyHost ? spellHost : spellLabel
  return {
    params,
    isAnyHost,
    match: (url) => pattern.exec(url.origin)?.slice(1) ?? null,
    fill(values) {
      if (values.length !== params.length || values.some((given) => spell(given) !== given)) return null
      const [...rest] = values
      return new URL(text.replace(PARAM, () => rest.shift() ?? '')).origin
    },
    spell,
  }
}

/** @param variable the setting's name, for the message. Throws `TypeError` for anything but an origin with a path. */
export function parseOverride(text: string, variable: string): Origin {
  const url = URL.parse(text)
  const usable =
    url !== null &&
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    `${url.username}${url.password}${url.search}${url.hash}` === ''
  if (!usable) throw new TypeError(`${variable}: expected an http or https address without credentials and query`)
  return { origin: url.origin, path: url.pathname.replace(/\/+$/, '') }
}

/** `split` by a pattern with one group gives literals and group texts in turn. */
function literalOr(value: string): (part: string, index: number) => string {
  return (part, index) => (index % 2 === 1 ? value : part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
}

function spellLabel(value: string): string | null {
  const label = value.toLowerCase()
  return LABEL.test(label) ? label : null
}

/** A host with an optional port, as URL spells it. Whether it may be reached is judged later, like every address. */
function spellHost(value: string): string | null {
  if (!/^[^\s/\\?#@%]+$/.test(value)) return null
  return URL.parse(`https://${value}/`)?.host ?? null
}
