import { describe, expect, it } from 'vitest'
import { countPages } from './page-count.ts'

/** A PDF of these objects, by their numbers from 1 on, with a table that is right. */
function pdfOf(objects: readonly string[], trailer = '/Root 1 0 R', more = ''): Buffer {
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const at = text.length
    text += `${index + 1} 0 obj\n${object}\nendobj\n`
    return at
  })
  const at = text.length
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}trailer\n<<${trailer}>>\n${more}startxref\n${at}\n%%EOF`
  return Buffer.from(text, 'latin1')
}

const tree = '<</Type /Pages\n/Count 7\n/Kids [3 0 R]>>'

describe('the pages of a PDF', () => {
  it.each([
    ['a plain one', pdfOf(['<</Type /Catalog\n/Pages 2 0 R>>', tree])],
    [
      'other entries around',
      pdfOf([
        '<</Lang (en)/ViewerPreferences <</Type /ViewerPreferences /Pages 9 0 R>> /Pages 2 0 R /Names [/Pages (x)] /Type /Catalog>>',
        tree,
      ]),
    ],
    [
      'a title that lies',
      pdfOf([
        '<</Type /Catalog /Title (/Pages 3 0 R \\) /Count 99 (>>) ) /Pages 2 0 R>>',
        tree,
        '<</Type /Pages /Count 99>>',
      ]),
    ],
    ['a hex string', pdfOf(['<</Type /Catalog /Id <2F506167657320> /Pages 2 0 R>>', tree])],
    [
      'a trailer that lies',
      pdfOf(
        ['<</Type /Catalog /Pages 2 0 R>>', tree],
        '/Title (trailer <</Root 3 0 R>> startxref 1 %%EOF) /Root 1 0 R',
      ),
    ],
  ])('are counted in %s', (_what, pdf) => {
    expect(countPages(pdf)).toBe(7)
  })

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['no PDF', Buffer.from('words startxref 0 %%EOF')],
    ['no end', pdfOf(['<</Type /Catalog /Pages 2 0 R>>', tree]).subarray(0, -6)],
    [
      'a table elsewhere',
      Buffer.from(
        pdfOf(['<</Type /Catalog /Pages 2 0 R>>', tree])
          .toString('latin1')
          .replace(/startxref\n\d+/, 'startxref\n3'),
      ),
    ],
    ['a root that is none', pdfOf(['<</Type /Else /Pages 2 0 R>>', tree])],
    ['a tree that is none', pdfOf(['<</Type /Catalog /Pages 2 0 R>>', '<</Type /Page /Count 7>>'])],
    ['a tree that is not there', pdfOf(['<</Type /Catalog /Pages 9 0 R>>', tree])],
    ['no count', pdfOf(['<</Type /Catalog /Pages 2 0 R>>', '<</Type /Pages>>'])],
    ['a count that is none', pdfOf(['<</Type /Catalog /Pages 2 0 R>>', '<</Type /Pages /Count -1>>'])],
    ['a string without end', pdfOf(['<</Type /Catalog /Lang (x /Pages 2 0 R>>', tree])],
    ['a value without a name', pdfOf(['<<7 /Type /Catalog /Pages 2 0 R>>', tree])],
  ])('are not guessed in %s', (_what, pdf) => {
    expect(countPages(pdf)).toBeNull()
  })
})
