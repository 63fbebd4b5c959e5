// The tags and scripts of a page without its text, so that an article that quotes a mark is not taken for a bearer of it.

/** Walls and shells are small; of larger pages this much is read. */
const MAX_CHARS = 500_000

/** Tags and script bodies, one text with line breaks between; text, comments and styles are left out. Linear in `html`. */
export function markupOf(html: string): string {
  const parts: string[] = []
  let at = html.indexOf('<')
  let chars = 0
  while (at !== -1 && chars < MAX_CHARS) {
    const isTag = /[a-z/!?]/i.test(html.charAt(at + 1))
    const end = isTag ? endOf(html, at) : at + 1
    if (isTag && !html.startsWith('<!--', at) && !isStyle(html, at)) {
      parts.push(html.slice(at, Math.min(end, at + MAX_CHARS)))
      chars += end - at
    }
    at = html.indexOf('<', end)
  }
  return parts.join('\n')
}

/** Where the tag, comment or script that begins at `at` ends; the end of the page when it never does. */
function endOf(html: string, at: number): number {
  if (html.startsWith('<!--', at)) return after(html, '-->', at + 4)
  const name = /^<(script|style)\b/i.exec(html.slice(at, at + 12))?.[1]?.toLowerCase()
  if (name === undefined) return after(html, '>', at)
  // Pages write closing tags in small letters but for the rare one, which then swallows the rest: no harm to a judge.
  const close = html.indexOf(`</${name}`, at)
  return close === -1 ? html.length : after(html, '>', close)
}

function after(html: string, mark: string, from: number): number {
  const found = html.indexOf(mark, from)
  return found === -1 ? html.length : found + mark.length
}

function isStyle(html: string, at: number): boolean {
  return html.slice(at, at + 6).toLowerCase() === '<style'
}
