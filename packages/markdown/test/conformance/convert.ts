// Runs tables of cases: a name, HTML, the Markdown that it is to become.
import { expect, it } from 'vitest'
import { selectFull } from '../../src/extract/full.ts'
import { parsePage } from '../../src/tree/parse.ts'
import { type WriteOptions, writeMarkdown } from '../../src/write/write.ts'

export type Case = readonly [name: string, html: string, markdown: string]

const OPTIONS: WriteOptions = { baseUrl: 'https://site.test/docs/page', includeLinks: true, includeImages: false }

/** Markdown of the whole of a page. */
export function convert(html: string, options: Partial<WriteOptions> = {}): string {
  return writeMarkdown(parsePage(html), null, { ...OPTIONS, ...options }).markdown
}

/** Markdown of what `full` keeps of a page. */
export function convertFull(html: string): string {
  const page = parsePage(html)
  return writeMarkdown(page, selectFull(page), OPTIONS).markdown
}

export function itConverts(cases: readonly Case[], through: (html: string) => string = convert): void {
  it.each(cases)('%s', (_name, html, markdown) => {
    expect(through(html)).toBe(markdown)
  })
}
