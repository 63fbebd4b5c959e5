// A call that works with any new key, as a line for the shell.
import type { CatalogDocument } from '@kiosk/catalog'

export interface FirstCall {
  readonly slug: string
  readonly input: unknown
}

/** Used where the catalog is not loaded. */
const KNOWN: FirstCall = { slug: 'encyclopedia-article.get', input: { title: 'Tokyo' } }

/** The cheapest public operation that has an example which succeeds; a well-known one where the catalog is away. */
export function firstCall(catalog: Pick<CatalogDocument, 'operations'> | undefined): FirstCall {
  const open = (catalog?.operations ?? []).filter(
    ({ access, examples }) => access === 'public' && examples.some((example) => !example.fails),
  )
  const known = open.find(({ slug }) => slug === KNOWN.slug)
  const cheapest =
    known ??
    open.reduce<(typeof open)[number] | undefined>(
      (best, one) => (best && best.units <= one.units ? best : one),
      undefined,
    )
  const example = cheapest?.examples.find(({ fails }) => !fails)
  return cheapest && example ? { slug: cheapest.slug, input: example.input } : KNOWN
}

/** A curl command for POSIX shells.
 * @param baseUrl without a slash at the end */
export function curlLine(baseUrl: string, { slug, input }: FirstCall, key: string): string {
  return [
    `curl ${quote(`${baseUrl}/${slug}`)}`,
    `-H ${quote(`x-api-key: ${key}`)}`,
    `-H ${quote('content-type: application/json')}`,
    `-d ${quote(JSON.stringify(input))}`,
  ].join(' \\\n  ')
}

function quote(text: string): string {
  return /^[\w./:-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
