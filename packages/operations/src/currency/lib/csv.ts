import { changed } from '@kiosk/catalog'

/** Rows of a CSV text (RFC 4180): quoted fields may hold commas, line breaks and doubled quotes. Empty lines are left out.
 * Throws `UPSTREAM_CHANGED` for a quote that is never closed or stands inside an unquoted field. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|\r|$)/y
  const source = text.replace(/^\uFEFF/, '')
  while (field.lastIndex < source.length) {
    const [, quoted, plain = '', end] = field.exec(source) ?? []
    if (end === undefined) throw changed('CSV row')
    row.push(quoted?.replaceAll('""', '"') ?? plain)
    if (end === ',') continue
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  return rows
}
