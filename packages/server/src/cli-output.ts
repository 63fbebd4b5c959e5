// What the command line writes: results on stdout, everything meant for people on stderr, failures in one form.
import { text } from 'node:stream/consumers'
import { type Environment, processEnvironment } from './config.ts'

/** The world as a command sees it. */
export interface Terminal {
  readonly env: Environment
  /** True when stdout is a screen, not a pipe or a file. */
  readonly interactive: boolean
  /** A result: stdout, with a line end. */
  print(text: string): void
  /** A remark for people: stderr, with a line end. */
  note(text: string): void
  /** All of standard input. */
  readInput(): Promise<string>
}

/** The terminal of this process. */
export function processTerminal(): Terminal {
  // A reader that left early (`kiosk catalog | head`) is no fault and needs no more lines.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 1)
  })
  // Nobody may be left to read remarks either; a server goes on, and still stops in order.
  process.stderr.on('error', () => {})
  return {
    env: processEnvironment(),
    interactive: process.stdout.isTTY === true,
    print: (line) => void process.stdout.write(`${line}\n`),
    note: (line) => void process.stderr.write(`${line}\n`),
    readInput: () => text(process.stdin),
  }
}

/** Exit codes: done, refused or failed, wrong usage. */
export const exitCodes = { done: 0, failed: 1, usage: 2 } as const

/** What `--json` prints on stdout in place of a result. */
export interface FailureDocument {
  readonly error: { readonly message: string; readonly code?: string; readonly [fact: string]: unknown }
}

/** Ends a command with exit code 1. The message says what was wrong, `advice` what to do about it. */
export class CommandFailure extends Error {
  readonly code: string | undefined
  readonly advice: string | undefined
  /** Printed by `--json` in place of message and code: the error envelope of a gateway. */
  readonly document: FailureDocument | undefined

  constructor(
    message: string,
    options: { code?: string; advice?: string; document?: FailureDocument; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause })
    this.name = 'CommandFailure'
    this.code = options.code
    this.advice = options.advice
    this.document = options.document
  }
}

/** Ends a command with exit code 2: it was called in a wrong way. */
export class UsageError extends Error {
  /** The command whose help is named, such as `admin create-key`. */
  readonly command: string

  constructor(message: string, command = '') {
    super(message)
    this.name = 'UsageError'
    this.command = command
  }
}

/** Columns of equal width, two blanks between them; the last one runs free. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = head.length > 0 ? [head, ...rows] : rows
  const columns = Math.max(...lines.map((line) => line.length))
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** `1 unit`, `2 units`, `1,000 units` */
export function count(number: number, noun: string): string {
  return `${number.toLocaleString('en-US')} ${noun}${number === 1 ? '' : 's'}`
}

/** Prints what went wrong and returns the exit code. With `json`, stdout gets one document; stderr gets the sentence either way. */
export function printFailure(terminal: Terminal, error: unknown, json: boolean): number {
  const failure = describe(error)
  if (json) terminal.print(JSON.stringify(failure.document))
  terminal.note(failure.sentences.join('\n'))
  return error instanceof UsageError ? exitCodes.usage : exitCodes.failed
}

function describe(error: unknown): { sentences: string[]; document: FailureDocument } {
  if (error instanceof UsageError) {
    const help = `See: kiosk ${error.command === '' ? 'help' : `${error.command} --help`}`
    return { sentences: [error.message, help], document: { error: { code: 'USAGE', message: error.message } } }
  }
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof CommandFailure) {
    const document = error.document ?? { error: { ...(error.code && { code: error.code }), message } }
    return { sentences: [message, ...(error.advice ? [error.advice] : [])], document }
  }
  if (error instanceof Error && error.name === 'ConfigError') {
    const head = 'The settings are not right:'
    return {
      sentences: [head, ...message.split('\n').map((line) => `  ${line}`)],
      document: { error: { code: 'SETTINGS', message } },
    }
  }
  // A plain Error says what the machine or the store refused; any other kind is a defect of ours.
  const isDefect = !(error instanceof Error) || !['Error', 'StoreUnavailable'].includes(error.name)
  const sentence = isDefect ? `kiosk failed: ${error instanceof Error ? `${error.name}: ` : ''}${message}` : message
  return { sentences: [sentence], document: { error: { message: sentence } } }
}
