const NAMED: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['apos', "'"],
  ['gt', '>'],
  ['lt', '<'],
  ['nbsp', '\u00a0'],
  ['quot', '"'],
])

const ESCAPE = /&(?:(amp|apos|gt|lt|nbsp|quot)|#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6}));/g

/** Undoes the HTML escapes that some engines put into plain text; a text that held such an escape itself keeps them. */
export function unescapeText(translated: string, original: string): string {
  if (original.search(ESCAPE) >= 0) return translated
  return translated.replace(ESCAPE, (whole, name?: string, decimal?: string, hex?: string) => {
    if (name !== undefined) return NAMED.get(name) ?? whole
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
    return isCharacter(code) ? String.fromCodePoint(code) : whole
  })
}

/** False for 0, for halves of surrogate pairs and beyond Unicode. */
function isCharacter(code: number): boolean {
  return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
}
