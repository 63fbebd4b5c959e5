// The title of a page, without the name of the site around it.
import type { HeadFacts } from '../../tree/node.ts'
import { collapse } from '../visible-text.ts'
import { isObject, isOfType, type JsonObject, textOf, WRITING } from './json-ld.ts'

/** What stands between a title and a site's name. A colon or a plain hyphen counts only beside a blank. */
const SEPARATOR = /\s+[-–—|·•»«:~/\\‹›>]{1,2}\s+|\s*[|｜»«]\s*|:\s+|\s+[–—]\s*|\s*[–—]\s+|_/gu

/** What is longer is no title; in UTF-16 units. */
const MAX_CHARS = 500

export interface TitleSources {
  readonly head: HeadFacts
  readonly things: readonly JsonObject[]
  /** Texts of the page's `h1` elements. */
  readonly headings: readonly string[]
  /** Address of the page. */
  readonly url: string
}

/** A heading that shares less with a stated title is about something else. */
const MIN_LIKENESS = 0.25

/** Empty when the page has no title at all. */
export function readTitle(sources: TitleSources): string {
  const { head, things, headings } = sources
  const headline = textOf(things.find((thing) => isOfType(thing, WRITING))?.headline)
  const social = collapse(head.metas.get('og:title') ?? head.metas.get('twitter:title') ?? '')
  const stated = [social, collapse(head.title), headline]
    .map((one) => one.slice(0, MAX_CHARS))
    .filter((one) => one !== '')
  const isSite = siteTest(sources)
  const titles = stated.map((title) => withoutSite(title, isSite, headings))
  const title = titles.find((one) => !isSite(one)) ?? titles[0]
  const shown = title === undefined ? headings[0] : likeliest(headings, [title, ...stated])
  return (shown ?? title ?? '').toWellFormed()
}

/** The heading that readers see is the title, where what machines are told is mostly the same. */
function likeliest(headings: readonly string[], stated: readonly string[]): string | undefined {
  const scored = headings.map((heading) => ({
    heading,
    likeness: Math.max(...stated.map((title) => likeness(heading, title))),
  }))
  const best = scored.reduce((a, b) => (b.likeness > a.likeness ? b : a), { heading: '', likeness: 0 })
  return best.likeness >= MIN_LIKENESS ? best.heading : undefined
}

/** Shared words by the number of all words, 0 to 1 (Dice). */
function likeness(a: string, b: string): number {
  const [one, other] = [wordsOf(a), wordsOf(b)]
  const shared = [...one].filter((word) => other.has(word)).length
  return (2 * shared) / Math.max(1, one.size + other.size)
}

function wordsOf(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu))
}

/** Whether a part of a title is but the name of the site: as metas and linked data spell it, or by the words of its host. */
function siteTest({ head: { metas }, things, url }: TitleSources): (text: string) => boolean {
  const named = ['og:site_name', 'application-name', 'apple-mobile-web-app-title', 'twitter:site', 'al:ios:app_name']
  const publishers = things.flatMap((thing) => [
    ...(isObject(thing.publisher) ? [thing.publisher.name] : []),
    ...(isOfType(thing, /^(?:WebSite|Organization|NewsMediaOrganization|Corporation)$/) ? [thing.name] : []),
  ])
  const spelled = [...named.map((name) => metas.get(name) ?? ''), ...publishers.map(textOf)]
  const names = new Set(spelled.map((name) => key(name.replace(/^@/, ''))))
  const host = URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : ''
  const letters = key(host.split('.').slice(0, -1).join(''))
  return (text) => {
    const spelling = key(text)
    // Of `Example US` the country is in no host.
    const words = [...wordsOf(text)].filter((word) => word.length > 2)
    const isHost = words.join('').length >= 4 && words.every((word) => letters.includes(word))
    return spelling !== '' && (names.has(spelling) || spelling === key(host) || isHost)
  }
}

/** One spelling for all ways of writing a name: letters and digits only, in lower case. */
function key(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

/** Cuts off what is said to be the site: because a heading of the page is the rest, or by its own name. */
function withoutSite(title: string, isSite: (text: string) => boolean, headings: readonly string[]): string {
  const cuts = cutsOf(title)
  const edges = cuts.flatMap(({ before, after }) => [before, after])
  const headed = edges.find((edge) => !isSite(edge) && headings.some((heading) => key(heading) === key(edge)))
  if (headed !== undefined) return headed
  const rest =
    cuts.findLast(({ after }) => isSite(after))?.before ?? cuts.find(({ before }) => isSite(before))?.after ?? title
  return rest === title ? title : withoutSite(rest, isSite, headings)
}

/** A title before and after each of its separators. */
function cutsOf(title: string): { before: string; after: string }[] {
  return [...title.matchAll(SEPARATOR)]
    .map(({ index, 0: separator }) => ({
      before: title.slice(0, index).trim(),
      after: title.slice(index + separator.length).trim(),
    }))
    .filter(({ before, after }) => before !== '' && after !== '')
}
