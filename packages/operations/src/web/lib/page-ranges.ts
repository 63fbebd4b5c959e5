import { z } from 'zod'

/** `1-3,5` or `8-`: numbers from 1 and ranges that run forward, with commas. */
export const pageRanges = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .transform((text) => text.replace(/\s*([,-])\s*/g, '$1'))
  .refine((text) => text.split(',').every(isRange), 'expected pages such as 1-3,5 or 8-, counted from 1')

function isRange(part: string): boolean {
  const [, from, dash, to] = /^([1-9]\d{0,6})?(-)?([1-9]\d{0,6})?$/.exec(part) ?? []
  if (dash === undefined) return from !== undefined && to === undefined
  if (from === undefined && to === undefined) return false
  return from === undefined || to === undefined || Number(from) <= Number(to)
}
