// The pages to learn from, and which of them are kept aside.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, constants } from 'node:zlib'
import { hashOf } from '../src/extract/blocks/characters.ts'

export interface TruePage {
  readonly id: string
  /** Kind of page: article, service, listing, forum, product, documentation, collection. */
  readonly type: string
  readonly url: string
  readonly html: string
  /** The content as people marked it. */
  readonly mainContent: string
  /** 0 to `FOLDS` - 1. */
  readonly fold: number
}

export const FOLDS = 5

/** Never trained on, never looked at when something is chosen. */
export const HELD_ASIDE = 4

/** Reads `dev.jsonl.br`: one page a line, as WCXB's fields in one object. Pages of one site share a fold.
 * @param folder holds the file; throws when it does not */
export function readPages(folder: string): TruePage[] {
  const packed = readFileSync(`${folder}/dev.jsonl.br`)
  const text = brotliDecompressSync(packed, { params: { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 } })
  const pages: Omit<TruePage, 'fold'>[] = []
  // By line from the bytes: the whole is longer than a string should be kept.
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf(10, from)
    const line = text.toString('utf8', from, end < 0 ? text.length : end)
    if (line.trim() !== '') pages.push(readPage(line))
    from = end < 0 ? text.length : end + 1
  }
  const folds = dealFolds(pages)
  return pages.map((page) => ({ ...page, fold: folds.get(siteOf(page)) ?? 0 }))
}

function readPage(line: string): Omit<TruePage, 'fold'> {
  const fields: unknown = JSON.parse(line)
  const text = (name: string): string => {
    const value = typeof fields === 'object' && fields !== null ? (fields as Record<string, unknown>)[name] : undefined
    return typeof value === 'string' ? value : ''
  }
  return {
    id: text('id'),
    type: text('type'),
    url: text('url'),
    html: text('html'),
    mainContent: text('mainContent'),
  }
}

const PUBLIC_SECOND_LEVEL = new Set(['ac', 'co', 'com', 'edu', 'gov', 'net', 'or', 'org'])

/** The host without its subdomains; the page's own id when it has no address. */
export function siteOf({ url, id }: { readonly url: string; readonly id: string }): string {
  if (!URL.canParse(url)) return id
  const labels = new URL(url).hostname.split('.')
  const tail = labels.at(-1)?.length === 2 && PUBLIC_SECOND_LEVEL.has(labels.at(-2) ?? '') ? 3 : 2
  return labels.slice(-tail).join('.')
}

/** Deals whole sites, in the order of their hashes, to the fold with the fewest pages of their kind. */
function dealFolds(pages: readonly Omit<TruePage, 'fold'>[]): Map<string, number> {
  const sites = Map.groupBy(pages, siteOf)
  const order = [...sites.keys()].sort((a, b) => hashOf(a) - hashOf(b) || (a < b ? -1 : 1))
  const counts = new Map<string, number[]>()
  const folds = new Map<string, number>()
  for (const site of order) {
    const own = sites.get(site) ?? []
    const kind = own[0]?.type ?? ''
    const byFold = counts.get(kind) ?? new Array<number>(FOLDS).fill(0)
    counts.set(kind, byFold)
    const fold = byFold.indexOf(Math.min(...byFold))
    byFold[fold] = (byFold[fold] ?? 0) + own.length
    folds.set(site, fold)
  }
  return folds
}

/** The folder that is named, else `shared/pages` beside the repository. */
export function pagesFolder(named: string | undefined): string {
  return named ?? fileURLToPath(new URL('../../../../shared/pages', import.meta.url))
}
