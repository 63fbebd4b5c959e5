// Mail that the app sends: one after the other, behind the answers of the requests that caused it.
import { OperationError, type Secret } from '@kiosk/catalog'
import { smtpOptions } from './smtp.ts'

/** Bounds the memory, and what a flood of requests can make the mail server do. */
const MOST_WAITING = 200
/** A stop waits so long for what was promised. */
const LONGEST_CLOSE_MS = 10_000

/** Plain text. */
export interface Letter {
  readonly to: string
  readonly subject: string
  readonly text: string
}

export interface Mailer {
  /** Writes and sends a letter later, so that nobody can tell by the clock whether there was one. Throws OVERLOADED.
   * @param write null: there is nothing to send */
  post(write: () => Promise<Letter | null>): void
  close(): Promise<void>
}

export interface MailerOptions {
  /** KIOSK_MAIL_URL */
  readonly url: Secret
  /** KIOSK_MAIL_FROM */
  readonly from: { readonly name: string; readonly address: string }
  /** KIOSK_EGRESS_ALLOW */
  readonly egressAllow: string
  /** Told of each letter that could not be sent, in words without its address. */
  readonly onFault: (reason: string) => void
}

export function createMailer({ url, from, egressAllow, onFault }: MailerOptions): Mailer {
  const options = smtpOptions(url.reveal(), egressAllow)
  const waiting: (() => Promise<Letter | null>)[] = []
  let working: Promise<void> | null = null

  const send = async (letter: Letter) => {
    // Loaded with the first letter: most starts send none.
    const { createTransport } = await import('nodemailer')
    await createTransport(options).sendMail({ ...letter, from })
  }
  const work = async () => {
    for (let write = waiting.shift(); write !== undefined; write = waiting.shift()) {
      try {
        const letter = await write()
        if (letter !== null) await send(letter)
      } catch (error) {
        onFault(reasonOf(error))
      }
    }
    // In the same turn as the look at an empty queue: what comes after it starts anew.
    working = null
  }

  return {
    post(write) {
      if (waiting.length >= MOST_WAITING) {
        throw new OperationError('OVERLOADED', 'Too many mails are waiting to be sent; try again in a moment.')
      }
      waiting.push(write)
      working ??= work()
    },
    async close() {
      await orAfter(LONGEST_CLOSE_MS, working)
      waiting.length = 0
    },
  }
}

/** Servers quote addresses in what they say, so only codes are told. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const codes = [
    'code' in error && typeof error.code === 'string' ? error.code : error.name,
    'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : null,
  ]
  return codes.filter((code) => code !== null).join(' ')
}

async function orAfter(ms: number, done: Promise<void> | null): Promise<void> {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(late.resolve, ms)
  await Promise.race([done, late.promise])
  clearTimeout(timer)
}
