import { jsonOf, understand } from '../../shared/answer.ts'
import { translate } from '../provider.ts'
import type { Engine } from './engine.ts'
import { parseSegments } from './google-answer.ts'
import { askGoogle } from './google-request.ts'
import { splitText, translatePieces } from './pieces.ts'

const MAX_LENGTH = 4500

/** Google's endpoint of the translate widget. */
export const gtx: Engine = {
  name: 'gtx',
  translate: (ctx, request) =>
    translatePieces(
      splitText(request.text, MAX_LENGTH, ({ length }) => length),
      2,
      async (piece) => {
        const where = { upstream: 'main', path: '/translate_a/single', query: { client: 'gtx', dt: 't' } }
        const response = await askGoogle(ctx, request, piece, where)
        const body = jsonOf(translate, response)
        return understand(translate, response, () => parseSegments(body))
      },
    ),
}
