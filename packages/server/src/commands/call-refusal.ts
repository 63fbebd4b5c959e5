// What a refused call tells its caller: code, message, field, and what to do about it.
import { catalogDocumentSchema } from '@kiosk/catalog'
import { z } from 'zod'
import { CommandFailure } from '../cli-output.ts'
import { didYouMean } from '../config/nearest.ts'
import { askGateway, type GatewayAnswer } from './gateway-client.ts'

const envelope = z.object({
  error: z.looseObject({
    code: z.string(),
    message: z.string(),
    field: z.string().optional(),
    retryable: z.boolean().optional(),
    docs: z.string().optional(),
  }),
})

const NEW_KEY = 'kiosk admin create-key --org SLUG --name NAME'

const adviceByCode: Readonly<Record<string, string>> = {
  UNAUTHORIZED: `Set KIOSK_API_KEY to a key of this gateway. Its operator makes one with: ${NEW_KEY}`,
  FORBIDDEN: 'Use a key whose plan includes the operation; an operator changes plans with: kiosk admin set-plan',
  INVALID_INPUT: 'What the operation takes is shown by: kiosk catalog <slug>',
  QUOTA_EXCEEDED: 'Wait for the next month, or ask the operator for more: kiosk admin set-plan --quota',
  IDEMPOTENCY_KEY_REUSED: 'Use a new --idempotency-key for another operation or another input.',
  NOT_CONFIGURED: 'The operator of the gateway sets it in the environment and restarts: docs/configuration.md',
  CREDENTIALS_REJECTED: 'Sign in at the third party again and pass the fresh cookies or token.',
}

export interface RefusedCall {
  readonly baseUrl: string
  readonly slug: string
  /** What the call cost, as for a success. */
  readonly receipt: string
}

/** The failure of the command for an answer outside 2xx. */
export async function explainRefusal(answer: GatewayAnswer, call: RefusedCall): Promise<CommandFailure> {
  const parsed = envelope.safeParse(parseJson(answer.text))
  if (!parsed.success) {
    const message = `${call.baseUrl} answered HTTP ${answer.status} without an error envelope: is that a Kiosk gateway?`
    return new CommandFailure(message, { code: 'NOT_A_GATEWAY', advice: 'KIOSK_BASE_URL says where it is.' })
  }
  const { error } = parsed.data
  const lines = [
    ...(error.field === undefined ? [] : [`field: ${error.field}`]),
    await adviceFor(error, answer, call),
    ...(error.docs === undefined ? [] : [`docs: ${error.docs}`]),
    call.receipt,
  ]
  return new CommandFailure(`${error.code} (HTTP ${answer.status}): ${error.message}`, {
    code: error.code,
    advice: lines.filter((line) => line !== '').join('\n'),
    document: parsed.data,
  })
}

async function adviceFor(
  error: z.output<typeof envelope>['error'],
  answer: GatewayAnswer,
  { baseUrl, slug }: RefusedCall,
): Promise<string> {
  if (error.code === 'OPERATION_NOT_FOUND') {
    return `kiosk catalog lists the operations.${didYouMean(slug, await publishedSlugs(baseUrl))}`
  }
  const advice = adviceByCode[error.code]
  if (advice !== undefined) return advice.replace('<slug>', slug)
  if (error.retryable !== true) return ''
  const seconds = answer.header('retry-after')
  return seconds === null ? 'The same call may succeed later.' : `The same call may succeed in ${seconds} s.`
}

async function publishedSlugs(baseUrl: string): Promise<string[]> {
  try {
    const { text } = await askGateway(`${baseUrl}/catalog`, { method: 'GET', timeoutMs: 3_000 })
    return catalogDocumentSchema.parse(JSON.parse(text)).operations.map((operation) => operation.slug)
  } catch {
    return [] // Only a suggestion is lost.
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
