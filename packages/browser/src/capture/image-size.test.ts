import { describe, expect, it } from 'vitest'
import { imageSize } from './image-size.ts'

const png = Buffer.from('89504e470d0a1a0a0000000d494844520000013d000000d3', 'hex')
/** A comment, then the frame of a progressive one. */
const jpeg = Buffer.from(
  'ffd8ffe000104a46494600010100000100010000fffe00047879ffc20011080' + '12c' + '0190' + '03',
  'hex',
)

describe('the size of an image', () => {
  it.each([
    ['a PNG', png, { width: 317, height: 211 }],
    ['a JPEG', jpeg, { width: 400, height: 300 }],
  ])('is read from the head of %s', (_what, bytes, size) => {
    expect(imageSize(bytes.toString('base64'))).toEqual(size)
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['words', Buffer.from('words that are no image at all, to be sure')],
    ['a PNG that is cut', png.subarray(0, 20)],
    ['a JPEG that is cut', jpeg.subarray(0, 22)],
  ])('is not made up for %s', (_what, bytes) => {
    expect(imageSize(bytes.toString('base64'))).toBeNull()
  })
})
