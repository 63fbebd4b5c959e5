// Who wrote a page, as it says itself.
import type { Element, HeadFacts } from '../../tree/node.ts'
import { collapse, elementsOf, visibleText } from '../visible-text.ts'
import { isObject, isOfType, type JsonObject, textOf, WRITING } from './json-ld.ts'

const MAX_CHARS = 120
const MAX_AUTHORS = 10
/** More different names in the body are those of a list. */
const MAX_NAMES = 3
/** Elements that are looked through for a name. */
const MAX_TRIED = 20
/** Texts of an element that are tried as a name. */
const MAX_TEXTS = 6

const NAMES = [
  ...['author', 'article:author', 'byl', 'dc.creator', 'dcterms.creator', 'citation_author', 'parsely-author'],
  ...['sailthru.author', 'article:author_name', 'cxenseparse:author', 'twitter:data1'],
] as const

/** Names of the class of an element that holds nothing but the author. */
const BYLINE_CLASS =
  /(?:^|[\s_-])(?:byline|by-line|authors?|author(?:_+|-+)?name|authored-by)(?:$|\s|[_-]+(?:name|link|text|info|meta)(?:$|\s))/i

/** Stands in every such class, and is quickly looked for in all others. */
const MENTION = /author|by-?line/i

const LEAD =
  /^(?:(?:written|posted|published|reviewed|words|story|text|report|article|edited|created)\s+by|by|author|von|par|por|di|da|af|av|door|przez|autor|auteur|autore|автор|作者|文|著者)(?:\s*[:：]\s*|\s+)/iu

/** Accounts of publishing systems, which name nobody. */
const NOBODY =
  /^(?:admin(?:istrator)?|root|webmaster|unknown|anonymous|none|null|undefined|author|user|editor|guest|n\/a|\d+)$/i

const FULL_NAME =
  /^\p{Lu}[\p{L}'’.-]*(?:\s+(?:(?:de|van|von|der|den|da|di|la|le|el|al|bin)\s+)*\p{Lu}[\p{L}'’.-]*){1,4}$/u

/** What is left of `Posted by` when the name is in an element of its own. */
const SHORT_WORD = /^(?:(?:posted|written|published|reviewed|created|words|story|text)(?: by)?|by|and|von|par|por)$/i

const DATE =
  /\b(?:19|20)\d\d\b|\b\d{1,2}[:.]\d\d\b|\b\d+\s+(?:minutes?|hours?|days?|weeks?|months?|years?|min)\b|\bmin(?:ute)?s?\s+read\b/i

export interface BylineSources {
  readonly head: HeadFacts
  readonly things: readonly JsonObject[]
  readonly body: Element
}

/** People before organizations: publishing systems often name the site as the author. Null when nobody is named. */
export function readByline({ head, things, body }: BylineSources): string | null {
  const publishers = things.map(({ publisher }) => (isObject(publisher) ? textOf(publisher.name) : ''))
  const sites = [head.metas.get('og:site_name') ?? '', head.metas.get('application-name') ?? '', ...publishers]
  const organization = new Set(sites.map(spelling))
  let site: string | null = null
  for (const byline of stated(head, things)) {
    if (!organization.has(spelling(byline))) return byline
    site ??= byline
  }
  return bylineInBody(body) ?? site
}

function spelling(name: string): string {
  return collapse(name).toLowerCase()
}

function* stated({ metas }: HeadFacts, things: readonly JsonObject[]): Generator<string> {
  for (const thing of things.filter((one) => isOfType(one, WRITING))) {
    const byline = joined(authorsOf(thing.author ?? thing.creator, things))
    if (byline !== null) yield byline
  }
  for (const name of NAMES) {
    if (name === 'twitter:data1' && !/author|written|by/i.test(metas.get('twitter:label1') ?? '')) continue
    const byline = cleanName(metas.get(name) ?? '')
    if (byline !== null) yield byline
  }
}

/** @param value of `author`: a text, a person, a reference to one by `@id`, or several */
function authorsOf(value: unknown, things: readonly JsonObject[]): string[] {
  return [value].flat().flatMap((one) => {
    if (typeof one === 'string') return [textOf(one)]
    if (!isObject(one)) return []
    if (one.name !== undefined) return [one.name].flat().map(textOf)
    const meant = things.find((thing) => thing['@id'] !== undefined && thing['@id'] === one['@id'])
    return [textOf(meant?.name)]
  })
}

function joined(names: readonly string[]): string | null {
  const clean = names.map(cleanName).filter((name) => name !== null)
  return clean.length === 0 ? null : [...new Set(clean)].slice(0, MAX_AUTHORS).join(', ')
}

function bylineInBody(body: Element): string | null {
  const marked = new Set<string>()
  const classed = new Set<string>()
  let tried = 0
  for (const element of elementsOf(body)) {
    const { rel, itemprop, class: classes } = element.attributes
    const isMarked = isAuthor(rel) || isAuthor(itemprop)
    if (!isMarked && (classes === undefined || !MENTION.test(classes) || !BYLINE_CLASS.test(classes))) continue
    // They may be nested in each other, and each is looked through.
    tried += 1
    if (tried > MAX_TRIED) break
    const name = isOfReview(element) ? null : nameWithin(element, isMarked)
    if (name !== null) (isMarked ? marked : classed).add(name)
  }
  // A page by many hands is a list of pages.
  if (marked.size > 0 && marked.size <= MAX_NAMES) return [...marked].join(', ')
  return classed.size <= MAX_NAMES ? ([...classed][0] ?? null) : null
}

function isAuthor(value: string | undefined): boolean {
  return value !== undefined && /\bauthor\b/i.test(value)
}

/** What a customer wrote about the thing that the page is about. */
function isOfReview(element: Element): boolean {
  for (let at = element.parent; at !== null; at = at.parent)
    if (/\breviews?\b/i.test(at.attributes.itemprop ?? '')) return true
  return false
}

/** The part that is said to be the name, else the first text that can be one: roles, dates and portraits follow it.
 * @param isMarked false for an element that but its class connects with an author: there it must look like a name, too */
function nameWithin(element: Element, isMarked: boolean): string | null {
  if (element.attributes.content !== undefined) return cleanName(element.attributes.content)
  for (const part of elementsOf(element)) {
    if (part !== element && /\bname\b/i.test(part.attributes.itemprop ?? '')) {
      return cleanName(visibleText(part, MAX_CHARS * 2))
    }
  }
  const whole = visibleText(element, MAX_CHARS * 2)
  const names = [whole, ...textsOf(element)].map(cleanName).filter((name) => name !== null)
  const isTold = isMarked || LEAD.test(whole)
  return names.find((name) => (isTold ? !SHORT_WORD.test(name) : FULL_NAME.test(name))) ?? null
}

function textsOf(element: Element): string[] {
  const texts: string[] = []
  for (const part of elementsOf(element)) {
    for (const child of part.children) if (child.kind === 'text' && child.data.trim() !== '') texts.push(child.data)
    if (texts.length >= MAX_TEXTS) break
  }
  return texts
}

/** A name without `By` before it; null for what is an address, a date, an account or a whole sentence. */
function cleanName(text: string): string | null {
  // Far above any name, and cheap to look through.
  const name = collapse(text.slice(0, 10 * MAX_CHARS))
    .replace(LEAD, '')
    .replace(/^[|•·,–—:-]\s*|\s*[|•·,–—:-]\s*$/g, '')
    .trim()
  const isName =
    name !== '' &&
    [...name].length <= MAX_CHARS &&
    /\p{L}/u.test(name) &&
    !/^(?:https?:)?\/\/|^www\.|\S@\S|^@/i.test(name) &&
    !NOBODY.test(name) &&
    !DATE.test(name)
  return isName ? name : null
}
