const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#34;': '"',
  '&#39;': "'",
  '&#039;': "'",
}

const ENTITY = /&(?:amp|lt|gt|quot|#34|#0?39);/g

/** Undoes the HTML escapes that some engines put into plain text; a text that held such an escape itself keeps them. */
export function unescapeText(translated: string, original: string): string {
  return original.search(ENTITY) >= 0 ? translated : translated.replace(ENTITY, (entity) => ENTITIES[entity] ?? entity)
}
