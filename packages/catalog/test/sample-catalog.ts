// Two invented operations that use every part of a definition which the views show.
import { z } from 'zod'
import { type CatalogOptions, catalogDocument } from '../src/document.ts'
import { fetchedAt, proxyUrl, time } from '../src/fields.ts'
import { defineOperation } from '../src/operation.ts'
import { defineProvider } from '../src/provider.ts'
import { secret } from '../src/secret.ts'

const library = defineProvider({
  name: 'library',
  title: 'Library',
  upstreams: { main: 'https://api.library.example' },
  hosts: 'own',
})

export const book = defineOperation({
  provider: library,
  slug: 'library-book.get',
  id: 'library.book',
  title: 'Book',
  description: 'Reads one book.',
  category: 'reference',
  tags: ['book', 'library'],
  units: 1,
  timeoutSec: 15,
  cacheSec: 600,
  access: 'public',
  needs: ['http'],
  input: z.strictObject({
    isbn: z
      .string()
      .trim()
      .min(1)
      .max(20)
      .regex(/^[0-9-]+$/)
      .describe('Number of the book.'),
    edition: z.int().min(1).max(99).default(1).describe('Which edition.'),
    format: z.enum(['paper', 'audio | tape']).nullable().optional().describe('Form of the book.'),
    proxyUrl,
  }),
  output: z.object({
    title: z.string().describe('Title, as in `<title>`; not <b>.'),
    pages: z.int().min(0).nullable().describe('Number of pages.'),
    printedAt: time.nullable().describe('When it was printed.'),
    cover: z.url().optional().describe('Picture of the cover.'),
    scan: z.string().meta({ contentEncoding: 'base64' }).describe('Scan of the first page.'),
    authors: z
      .array(z.object({ name: z.string().describe('Name.'), born: z.int().nullable().describe('Year of birth.') }))
      .describe('Authors.'),
    fetchedAt,
  }),
  examples: [
    { title: 'A book', input: { isbn: '978-0' } },
    { title: 'An unknown book', input: { isbn: '000' }, fails: 'NOT_FOUND' },
    { title: 'A withdrawn book', input: { isbn: '111' }, fails: 'EXPIRED' },
    { title: 'No number', input: { isbn: 'abc' }, fails: 'INVALID_INPUT' },
  ],
  run: async () => {
    throw new TypeError('the views run nothing')
  },
})

export const lend = defineOperation({
  provider: library,
  slug: 'library-lend.post',
  id: 'library.lend',
  title: 'Lend a book',
  description: 'Lends a book on an account.',
  category: 'media',
  tags: ['lend'],
  units: 20,
  timeoutSec: 60,
  cacheSec: 0,
  access: 'account',
  needs: ['http'],
  input: z.strictObject({ token: secret(z.string().min(1).max(99)).optional().describe('Token of the account.') }),
  output: z.object({ lent: z.boolean().describe('True when it was lent.') }),
  examples: [{ title: 'A book', input: { token: 'invented' } }],
  run: async () => ({ lent: true }),
})

export const bookOutput = {
  title: 'Herons of the North',
  pages: null,
  printedAt: '2020-02-02T00:00:00.000Z',
  scan: 'QUJD',
  authors: [{ name: 'Ana Example', born: null }],
  fetchedAt: '2026-03-14T09:30:00.000Z',
}

export function sampleCatalog(changes: Partial<CatalogOptions> = {}) {
  return catalogDocument({
    operations: [lend, book],
    outputs: { 'library-book.get': { 'A book': bookOutput } },
    version: '1.2.3',
    baseUrl: 'https://kiosk.example.test',
    generatedAt: new Date('2026-03-14T09:30:00.000Z'),
    ...changes,
  })
}
