// Which article a caller means: by title, by slug, by free text or by a pasted link.
import { invalidInput } from '@kiosk/catalog'

/** At most 12 characters of a language code; it becomes part of a host name. */
export const LANGUAGE = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/

export interface WantedArticle {
  readonly language: string
  /** As people write it, with blanks. */
  readonly title: string
}

const LINK = /^(?:(?:https?:)?\/\/)?((?:[a-z0-9-]+\.)*wikipedia\.org)(\/.*)$/i
/** `/wiki/Title`, or the same in a script of the language such as `/zh-hant/Title`. */
const ARTICLE_PATH = /^\/(?:wiki|[a-z]{2,3}-[a-z]+)\/(.+)$/

/** @param text title, URL-style slug, free text or link; a link brings its own language
 * @throws `INVALID_INPUT` for a link that names no article */
export function wantedArticle(text: string, language: string): WantedArticle {
  const [, host, path = ''] = LINK.exec(text) ?? []
  if (host === undefined) return { language, title: plainTitle(text) }
  const [edition = ''] = host.toLowerCase().split('.')
  return {
    language: isEdition(edition) ? edition : language,
    title: plainTitle(titleOfLink(new URL(`https://wikipedia.org${path}`))),
  }
}

function isEdition(label: string): boolean {
  return label.length >= 2 && label.length <= 12 && LANGUAGE.test(label) && label !== 'www' && label !== 'wikipedia'
}

function titleOfLink(url: URL): string {
  return url.searchParams.get('title') ?? ARTICLE_PATH.exec(url.pathname)?.[1] ?? ''
}

function plainTitle(text: string): string {
  const title = decoded(text)
    .replace(/[\s_]+/g, ' ')
    .trim()
  if (title === '') throw invalidInput('title', 'expected a title, free text or the link of an article')
  return title
}

/** Percent-encoding is never part of a title: the encyclopedia does not allow it there. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text.toWellFormed())
  } catch {
    return text.toWellFormed()
  }
}

/** The title as one path segment, a slash as %2F; null for the titles that a path cannot hold. */
export function titleSegment(title: string): string | null {
  return title === '.' || title === '..' ? null : encodeURIComponent(title.replaceAll(' ', '_'))
}
