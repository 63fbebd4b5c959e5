// Paper sizes and CSS lengths, in inches.

/** Upright, as ISO 216 and ANSI/US custom give them. */
export const papers = {
  A3: { widthIn: 297 / 25.4, heightIn: 420 / 25.4 },
  A4: { widthIn: 210 / 25.4, heightIn: 297 / 25.4 },
  A5: { widthIn: 148 / 25.4, heightIn: 210 / 25.4 },
  Letter: { widthIn: 8.5, heightIn: 11 },
  Legal: { widthIn: 8.5, heightIn: 14 },
  Tabloid: { widthIn: 11, heightIn: 17 },
} as const

const inchesPerUnit: Readonly<Record<string, number>> = { px: 1 / 96, in: 1, cm: 1 / 2.54, mm: 1 / 25.4, pt: 1 / 72 }

/** `20mm` → inches; null when it is no length: a number followed by px, in, cm, mm or pt, or plain 0. */
export function lengthInInches(text: string): number | null {
  const [, number = '', unit] = /^(\d+(?:\.\d+)?|\.\d+)(px|in|cm|mm|pt)?$/i.exec(text.trim()) ?? []
  if (number === '') return null
  if (unit === undefined) return Number(number) === 0 ? 0 : null
  return Number(number) * (inchesPerUnit[unit.toLowerCase()] ?? Number.NaN)
}
