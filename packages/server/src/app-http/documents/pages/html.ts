// HTML by a tagged template: what is put into it is escaped, unless it is HTML that the tag made.

// Known to this file alone, so that no text from outside can pass for HTML.
const MADE = Symbol('html')

export interface Html {
  readonly [MADE]: string
}

/** What a template takes. null stands for nothing, a list for its items in a row. */
export type HtmlPart = Html | string | number | null | readonly HtmlPart[]

/** The values of attributes stand between double quotes; a value is never put anywhere else inside of a tag. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return { [MADE]: String.raw({ raw: strings }, ...parts.map(textOf)) }
}

/** The text to send. */
export function htmlText(made: Html): string {
  return made[MADE]
}

function textOf(part: HtmlPart): string {
  if (part === null) return ''
  if (typeof part === 'string') return escaped(part)
  if (typeof part === 'number') return String(part)
  return MADE in part ? part[MADE] : part.map(textOf).join('')
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
}

/** Prose with code between backticks. */
export function inlineCode(text: string): Html {
  const parts = text.split('`')
  // One without a partner stands for itself.
  const alone = parts.length % 2 === 0 ? `\`${parts.pop()}` : ''
  return html`${parts.map((part, index) => (index % 2 === 0 ? part : html`<code>${part}</code>`))}${alone}`
}
