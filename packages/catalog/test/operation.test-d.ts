// Definitions that must not compile; `tsc` fails when one of them does.
import { defineOperation, defineProvider, OperationError } from '@kiosk/catalog'
import { z } from 'zod'

const library = defineProvider({
  name: 'library',
  title: 'Library',
  upstreams: { main: 'https://api.library.example' },
  hosts: 'own',
  settings: {
    shelf: { variable: 'KIOSK_LIBRARY_SHELF', schema: z.string().transform(Number), says: 'Shelf to look on.' },
  },
})

const good = {
  provider: library,
  slug: 'library-book.get',
  id: 'library.book',
  title: 'Book',
  description: 'Reads one book.',
  category: 'reference',
  tags: ['book'],
  units: 1,
  timeoutSec: 15,
  cacheSec: 0,
  access: 'public',
  needs: ['http'],
  input: z.strictObject({ isbn: z.string() }),
  output: z.object({ title: z.string() }),
} as const

// The good one, so that the others fail for their own reason alone.
defineOperation({
  ...good,
  examples: [{ title: 'A book', input: { isbn: '1' } }],
  async run(ctx, { isbn }) {
    const shelf: number | undefined = ctx.setting('shelf')
    return { title: (await ctx.http.send({ path: `/${isbn}/${shelf}` })).text() }
  },
})

defineOperation({
  ...good,
  examples: [{ title: 'A book', input: { isbn: '1' } }],
  async run(ctx) {
    // @ts-expect-error `memo` is not among the needs
    return { title: `${await ctx.memo.get('x')}` }
  },
})

defineOperation({
  ...good,
  examples: [{ title: 'A book', input: { isbn: '1' } }],
  async run(ctx) {
    // @ts-expect-error the provider declares no setting `floor`
    return { title: `${ctx.setting('floor')}` }
  },
})

defineOperation({
  ...good,
  // @ts-expect-error the input has no field `author`
  examples: [{ title: 'A book', input: { author: 'Ana' } }],
  run: async () => ({ title: 'x' }),
})

defineOperation({
  ...good,
  // @ts-expect-error at least one example is needed
  examples: [],
  run: async () => ({ title: 'x' }),
})

defineOperation({
  ...good,
  // @ts-expect-error NOT_THERE is not in the table of errors
  examples: [{ title: 'A book', input: { isbn: '1' }, fails: 'NOT_THERE' }],
  run: async () => ({ title: 'x' }),
})

defineOperation({
  ...good,
  // @ts-expect-error a slug ends in .get or .post
  slug: 'library-book',
  examples: [{ title: 'A book', input: { isbn: '1' } }],
  run: async () => ({ title: 'x' }),
})

defineOperation({
  ...good,
  // @ts-expect-error there is no capability `filesystem`
  needs: ['filesystem'],
  examples: [{ title: 'A book', input: { isbn: '1' } }],
  run: async () => ({ title: 'x' }),
})

defineOperation({
  ...good,
  examples: [{ title: 'A book', input: { isbn: '1' } }],
  // @ts-expect-error the output needs a title
  run: async () => ({ name: 'x' }),
})

// @ts-expect-error NOT_THERE is not in the table of errors
export const unknownCode = new OperationError('NOT_THERE', 'x')
