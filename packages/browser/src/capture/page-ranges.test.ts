import { describe, expect, it } from 'vitest'
import { isRangeBeyond } from './page-ranges.ts'

/** What a browser prints of a document: the pages that it has, each once, in order. */
function printed(ranges: string, pages: number): number {
  const wanted = ranges.split(',').map((range) => {
    const [from = '', to = from] = range.split('-')
    return { from: from === '' ? 1 : Number(from), to: to === '' ? pages : Number(to) }
  })
  const all = Array.from({ length: pages }, (_, index) => index + 1)
  return all.filter((page) => wanted.some(({ from, to }) => page >= from && page <= to)).length
}

describe('a range of pages', () => {
  it.each(['2,9', '9,2', '1-2,7-8', '5,6', '1-3,6-', '4-6,6-9', '1-5,6', '6-7,1-2,8', '2-4,3-4,7'])(
    'is beyond a document of five: %s',
    (ranges) => expect(isRangeBeyond(ranges, printed(ranges, 5))).toBe(true),
  )

  it.each(['1', '5', '4-9', '5-', '-2', '-9', '1-', '1-3,2-4', '1,1,1', '5,1', '1-2,4-', '3-9,5-9', '1-9999999'])(
    'is of a document of five: %s',
    (ranges) => expect(isRangeBeyond(ranges, printed(ranges, 5))).toBe(false),
  )
})
