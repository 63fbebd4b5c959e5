// What a page says of itself outside its text: title, description, structured data, address.

import type { HeadFacts } from '../../tree/node.ts'
import { forEachWord, mix, wordHashes } from '../blocks/characters.ts'
import { HashTable } from '../blocks/hash-table.ts'
import { declaredUrl } from './declared-url.ts'

export interface PageFacts {
  readonly titleWords: HashTable
  readonly titleCount: number
  /** Pairs of neighbouring words of the descriptions. */
  readonly descriptionPairs: HashTable
  /** Pairs of neighbouring words of the texts in JSON-LD. */
  readonly structuredPairs: HashTable
  /** 1 where JSON-LD names a type of the group; by order of `typeGroups`. */
  readonly types: readonly number[]
  /** Place in `ogTypes`, from 1; 0 for others. */
  readonly ogType: number
  readonly pathDepth: number
  /** Words of the last part of the path: 5 and more are usually a headline. */
  readonly slugWords: number
  readonly pathDigits: number
}

/** Types of schema.org that tell kinds of pages apart. */
export const typeGroups: Readonly<Record<string, RegExp>> = {
  article: /"@type"\s*:\s*\[?\s*"(?:\w*Article|BlogPosting|Report|Recipe|Review)"/,
  product: /"@type"\s*:\s*\[?\s*"(?:Product\w*|Offer|SoftwareApplication|Book|Vehicle)"/,
  list: /"@type"\s*:\s*\[?\s*"(?:CollectionPage|ItemList|OfferCatalog|Blog|SearchResultsPage)"/,
  discussion: /"@type"\s*:\s*\[?\s*"(?:DiscussionForumPosting|QAPage|Question|Comment)"/,
  questions: /"@type"\s*:\s*\[?\s*"FAQPage"/,
  business: /"@type"\s*:\s*\[?\s*"(?:\w*Business|Service|Place|Store|Course|Event|MedicalClinic)"/,
}

const ogTypes = ['article', 'website', 'product', 'og:product', 'product.group', 'profile']

/** JSON-LD beyond this is left unread: reviews by the hundred are no hint any more. */
const MAX_JSON_CHARS = 60_000

export function readPageFacts(head: HeadFacts): PageFacts {
  const { metas } = head
  const title = wordHashes(`${head.title} ${metas.get('og:title') ?? ''}`)
  const json = head.jsonLd.join('\n').slice(0, MAX_JSON_CHARS)
  const path = pathOf(declaredUrl(head))
  const parts = path.split('/').filter((part) => part !== '')
  return {
    titleWords: HashTable.of(title),
    titleCount: new Set(title).size,
    descriptionPairs: pairsOf([
      metas.get('description'),
      metas.get('og:description'),
      metas.get('twitter:description'),
    ]),
    structuredPairs: pairsOf(longStrings(json)),
    types: Object.values(typeGroups).map((group) => (group.test(json) ? 1 : 0)),
    ogType: ogTypes.indexOf((metas.get('og:type') ?? '').toLowerCase()) + 1,
    pathDepth: parts.length,
    slugWords: (parts.at(-1) ?? '').split(/[-_+]/).length,
    pathDigits: (path.match(/\d/g) ?? []).length,
  }
}

function pathOf(url: string): string {
  return /^https?:\/\/[^/?#]*([^?#]*)/i.exec(url)?.[1] ?? ''
}

/** Strings of JSON that are long enough to be prose. */
function* longStrings(json: string): Iterable<string> {
  for (const [, text = ''] of json.matchAll(/"((?:[^"\\]|\\.){30,})"/g))
    yield text.includes('\\') ? text.replace(/\\(?:u[0-9a-f]{4}|.)/gi, unescaped) : text
}

function unescaped(sequence: string): string {
  if (sequence[1] === 'u' && sequence.length === 6) return String.fromCharCode(Number.parseInt(sequence.slice(2), 16))
  return sequence[1] === '"' || sequence[1] === '/' ? sequence.slice(1) : ' '
}

function pairsOf(texts: Iterable<string | undefined>): HashTable {
  const pairs: number[] = []
  for (const text of texts) {
    let before = 0
    forEachWord(text ?? '', (hash) => {
      if (before !== 0) pairs.push(mix(before, hash))
      before = hash
    })
  }
  return HashTable.of(pairs)
}
