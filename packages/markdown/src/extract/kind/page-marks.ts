// The marks by which kinds of pages (shop, forum, documentation …) show outside their text: words of the address, names of metas, types of structured data.

import type { PageTree } from '../../tree/node.ts'
import { hashOf } from '../blocks/characters.ts'
import { declaredUrl } from '../features/declared-url.ts'

const MOST_WORDS = 200

/** Hashes of a page's marks, each once. */
export function pageMarks({ head, body }: PageTree): number[] {
  const marks: string[] = []
  const [, host = '', path = ''] = /^https?:\/\/([^/?#]*)([^?#]*)/i.exec(declaredUrl(head)) ?? []
  for (const label of host.split('.').slice(0, -1)) marks.push(`host:${label}`)
  const parts = path.split('/').filter((part) => part !== '')
  parts.forEach((part, at) => {
    const last = at === parts.length - 1
    if (!last || parts.length === 1) marks.push(`path:${part}`)
    for (const word of part.split(/[-_.]/)) marks.push(`${last ? 'slug' : 'path-word'}:${word.replace(/\d+/g, '0')}`)
  })
  marks.push(`depth:${parts.length}`, `slug-words:${Math.min(9, (parts.at(-1) ?? '').split(/[-_]/).length)}`)
  for (const name of head.metas.keys()) marks.push(`meta:${name}`)
  marks.push(
    `og:${head.metas.get('og:type') ?? ''}`,
    `generator:${(head.metas.get('generator') ?? '').split(/[\s\d]/)[0]}`,
  )
  const json = head.jsonLd.join('\n').slice(0, 60_000)
  for (const [, type = ''] of json.matchAll(/"@type"\s*:\s*\[?\s*"([^"]{1,60})"/g)) marks.push(`type:${type}`)
  for (const word of `${body.attributes.class ?? ''} ${body.attributes.id ?? ''}`.split(/[\s_-]+/))
    if (!/\d/.test(word)) marks.push(`body:${word}`)
  return [...new Set(marks.map((mark) => hashOf(mark)))].slice(0, MOST_WORDS)
}
