import { jsonOf, understand } from '../../shared/answer.ts'
import { translate } from '../provider.ts'
import type { Engine } from './engine.ts'
import { parseTexts } from './google-answer.ts'
import { askGoogle } from './google-request.ts'
import { unescapeText } from './unescape.ts'

/** Google's endpoint of the dictionary extension. */
export const dict: Engine = {
  name: 'dict',
  async translate(ctx, request) {
    const where = { upstream: 'alt', path: '/translate_a/t', query: { client: 'dict-chrome-ex' } }
    const response = await askGoogle(ctx, request, request.text, where)
    const body = jsonOf(translate, response)
    const translation = understand(translate, response, () => parseTexts(body))
    return { ...translation, text: unescapeText(translation.text, request.text) }
  },
}
