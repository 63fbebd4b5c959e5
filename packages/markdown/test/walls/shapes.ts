// What the pages in the tables of walls are made of.

export interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly url?: string
  readonly html: string
}

export interface Row {
  readonly by: string
  readonly walls: readonly Answer[]
  /** Pages that bear some of the marks and are none. */
  readonly innocents: readonly Answer[]
}

export const SENTENCE =
  'The wind turned at noon, and the box kites that we had built of spruce and silk went up one by one. '

export function page(title: string, body: string, head = ''): string {
  return `<!doctype html><html><head><title>${title}</title>${head}</head><body>${body}</body></html>`
}

/** Long enough to be a page, whatever it is about. */
export function article(about: string, head = ''): string {
  return page(
    'How walls work',
    `<article><h1>How walls work</h1><p>${about}</p><p>${SENTENCE.repeat(20)}</p></article>`,
    head,
  )
}

/** Short enough to be taken for a wall. */
export function note(text: string, rest = ''): string {
  return page('A note', `<h1>A note</h1><p>${text} ${SENTENCE}</p>${rest}`)
}
