// The attributes that a tree keeps. Pages write many more (data, handlers, styles of frameworks); each would cost a property
// of every element and is read by nobody.

const names = [
  // What names an element.
  ...(['class', 'id', 'role', 'name', 'property', 'itemprop', 'rel', 'type', 'aria-label'] as const),
  ...(['data-testid', 'data-component', 'data-section-type', 'data-hook', 'data-block'] as const),
  // Whether and how it is shown.
  ...(['style', 'hidden', 'aria-hidden', 'aria-level', 'open', 'checked', 'align', 'width', 'height'] as const),
  ...(['shadowrootmode'] as const),
  // What it says.
  ...(['title', 'content', 'alt', 'alttext', 'encoding', 'lang', 'xml:lang', 'value', 'start'] as const),
  ...(['rowspan', 'colspan', 'data-lang', 'data-language', 'data-code-language'] as const),
  // Where it leads.
  ...(['href', 'src', 'srcset', 'data-src', 'data-srcset', 'data-original', 'data-url'] as const),
  ...(['data-lazy', 'data-lazy-src', 'data-lazy-srcset', 'data-hi-res-src', 'data-actualsrc'] as const),
] as const

export type AttributeName = (typeof names)[number]

/** By name, entities decoded. */
export type Attributes = Readonly<Partial<Record<AttributeName, string>>>

const kept: ReadonlyMap<string, AttributeName> = new Map(names.map((name) => [name, name]))

/** @param written the name as the page writes it @returns undefined for an attribute that nobody reads */
export function keptAttribute(written: string): AttributeName | undefined {
  return kept.get(written) ?? kept.get(written.toLowerCase())
}
