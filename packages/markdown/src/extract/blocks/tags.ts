// What a tag or a role says of the text inside, as bits that are handed down the tree.
import type { Element } from '../../tree/node.ts'

/** Bits of an element and of all above it. */
export const IN = {
  link: 1,
  nav: 1 << 1,
  header: 1 << 2,
  footer: 1 << 3,
  aside: 1 << 4,
  main: 1 << 5,
  article: 1 << 6,
  section: 1 << 7,
  form: 1 << 8,
  table: 1 << 9,
  list: 1 << 10,
  figure: 1 << 11,
  dialog: 1 << 12,
  details: 1 << 13,
  hidden: 1 << 14,
  control: 1 << 15,
  quote: 1 << 16,
  code: 1 << 17,
  heading: 1 << 18,
  paragraph: 1 << 19,
  item: 1 << 20,
  cell: 1 << 21,
  definition: 1 << 22,
  strong: 1 << 23,
  articleBody: 1 << 24,
} as const

/** Names of the bits, in order. */
export const contexts = Object.keys(IN) as readonly (keyof typeof IN)[]

const tagBits: Readonly<Record<string, number>> = {
  a: IN.link,
  nav: IN.nav,
  header: IN.header,
  footer: IN.footer,
  aside: IN.aside,
  main: IN.main,
  article: IN.article,
  section: IN.section,
  form: IN.form,
  table: IN.table,
  ul: IN.list,
  ol: IN.list,
  menu: IN.list,
  figure: IN.figure,
  dialog: IN.dialog,
  details: IN.details,
  button: IN.control,
  select: IN.control,
  option: IN.control,
  label: IN.control,
  textarea: IN.control,
  blockquote: IN.quote,
  q: IN.quote,
  pre: IN.code,
  code: IN.code,
  h1: IN.heading,
  h2: IN.heading,
  h3: IN.heading,
  h4: IN.heading,
  h5: IN.heading,
  h6: IN.heading,
  p: IN.paragraph,
  li: IN.item,
  td: IN.cell,
  th: IN.cell,
  dt: IN.definition,
  dd: IN.definition,
  b: IN.strong,
  strong: IN.strong,
}

const roleBits: Readonly<Record<string, number>> = {
  navigation: IN.nav,
  menu: IN.nav,
  menubar: IN.nav,
  tablist: IN.nav,
  banner: IN.header,
  contentinfo: IN.footer,
  complementary: IN.aside,
  main: IN.main,
  article: IN.article,
  form: IN.form,
  search: IN.form,
  dialog: IN.dialog,
  alertdialog: IN.dialog,
  button: IN.control,
  heading: IN.heading,
  list: IN.list,
  listitem: IN.item,
}

const INVISIBLE = /display\s*:\s*none|visibility\s*:\s*hidden/i

/** Bits of the element itself. */
export function bitsOf(element: Element): number {
  const { tag, attributes } = element
  let bits = tagBits[tag] ?? 0
  const { role, itemprop, style } = attributes
  if (role !== undefined) bits |= roleBits[role] ?? 0
  if (itemprop === 'articleBody') bits |= IN.articleBody
  if (attributes.hidden !== undefined || attributes['aria-hidden'] === 'true') bits |= IN.hidden
  if (style !== undefined && INVISIBLE.test(style)) bits |= IN.hidden
  return bits
}

const inlineTags = new Set(
  (
    'a abbr acronym b bdi bdo big br cite code data del dfn em font i img ins kbd mark math nobr picture q rb rp rt ruby ' +
    's samp small source span strike strong sub sup svg time tt u var wbr'
  ).split(' '),
)

/** Whether text goes on through its edges. */
export function isInline(tag: string): boolean {
  return inlineTags.has(tag)
}

const headingTag = /^h[1-6]$/

/** 1 to 6; 0 for what is no heading. */
export function headingLevel(tag: string): number {
  return headingTag.test(tag) ? tag.charCodeAt(1) - 48 : 0
}
