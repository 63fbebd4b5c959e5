const SURROGATE = /[\ud800-\udfff]/

/** Length of a text in code points. */
export function countCodePoints(text: string): number {
  if (!SURROGATE.test(text)) return text.length
  let count = text.length
  for (let index = 0; index < text.length; index++) if ((text.charCodeAt(index) & 0xfc00) === 0xdc00) count--
  return count
}

/** The first `count` code points of a text. */
export function takeCodePoints(text: string, count: number): string {
  if (count <= 0) return ''
  let units = 0
  for (let taken = 0; taken < count && units < text.length; taken++)
    units += (text.charCodeAt(units) & 0xfc00) === 0xd800 && units + 1 < text.length ? 2 : 1
  return text.slice(0, units)
}
