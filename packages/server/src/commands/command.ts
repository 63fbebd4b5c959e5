// What a command is: its options and its help are one table, so that neither can lack what the other has.
import { parseArgs } from 'node:util'
import { type Terminal, table, UsageError } from '../cli-output.ts'
import { didYouMean } from '../config/nearest.ts'

/** A flag, or with `value` (its name in the help) an option that takes a text. */
export interface OptionSpec {
  readonly value?: string
  readonly required?: boolean
  readonly says: string
}

type OptionSpecs = Readonly<Record<string, OptionSpec>>

/** Parsed options: text or undefined, text where required, true or false for flags. */
export type Values<O extends OptionSpecs> = {
  readonly [K in keyof O]: O[K] extends { value: string }
    ? O[K] extends { required: true }
      ? string
      : string | undefined
    : boolean
}

export interface Call<O extends OptionSpecs> {
  readonly values: Values<O>
  readonly positionals: readonly string[]
}

export interface CommandSpec<O extends OptionSpecs> {
  /** How it is called, such as `admin create-key`. */
  readonly name: string
  /** One line for the list of commands. */
  readonly summary: string
  /** Arguments without dashes, as the help shows them: `<slug> [<input>]`. */
  readonly positionals?: { readonly shown: string; readonly min: number; readonly max: number }
  readonly options: O
  /** Paragraphs below the summary. */
  readonly details?: string
  readonly examples: readonly [string, ...string[]]
  /** Returns the exit code; nothing means 0. */
  run(call: Call<O>, terminal: Terminal): Promise<number | undefined>
}

/** A command as the dispatcher sees it: the types of its options are erased. */
export interface Command {
  readonly name: string
  readonly summary: string
  readonly help: string
  /** With their dashes. */
  readonly options: readonly string[]
  /** Parses and runs. Throws `UsageError`, `CommandFailure` and what the command lets through. */
  run(args: readonly string[], terminal: Terminal): Promise<number>
}

export const jsonOption = {
  says: 'Print one JSON document on stdout and nothing else there.',
} as const satisfies OptionSpec

export function defineCommand<const O extends OptionSpecs>(spec: CommandSpec<O>): Command {
  return {
    name: spec.name,
    summary: spec.summary,
    help: helpOf(spec),
    options: [...Object.keys(spec.options), 'help'].map((name) => `--${name}`),
    run: async (args, terminal) => (await spec.run(parse(spec, args), terminal)) ?? 0,
  }
}

function parse<O extends OptionSpecs>(spec: CommandSpec<O>, args: readonly string[]): Call<O> {
  const options = Object.fromEntries(
    Object.entries(spec.options).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  )
  const { tokens } = parseArgs({ args: [...args], options, strict: false, allowPositionals: true, tokens: true })
  const values: Record<string, string | boolean> = {}
  const positionals: string[] = []
  for (const token of tokens) {
    if (token.kind === 'positional') positionals.push(token.value)
    if (token.kind === 'option') values[token.name] = optionValue(spec, token)
  }
  for (const [name, option] of Object.entries(spec.options)) {
    if (option.value === undefined) values[name] ??= false
    else if (option.required && values[name] === undefined) {
      throw new UsageError(`kiosk ${spec.name} needs --${name} ${option.value}.`, spec.name)
    }
  }
  checkPositionals(spec, positionals)
  // The loop above put in what `Values` says, option by option.
  return { values: values as Values<O>, positionals }
}

function optionValue(
  spec: CommandSpec<OptionSpecs>,
  token: { name: string; rawName: string; value: string | undefined; inlineValue: boolean | undefined },
): string | boolean {
  const option = Object.hasOwn(spec.options, token.name) ? spec.options[token.name] : undefined
  if (option === undefined) {
    const known = Object.keys(spec.options).map((name) => `--${name}`)
    throw new UsageError(
      `kiosk ${spec.name} has no option ${token.rawName}.${didYouMean(token.rawName, known)}`,
      spec.name,
    )
  }
  if (option.value === undefined) {
    if (token.value !== undefined) throw new UsageError(`--${token.name} takes no value.`, spec.name)
    return true
  }
  // `--org --name x` is a forgotten value, not an organization named "--name"; `--org=--name` says that it is meant.
  if (token.value === undefined || token.value === '' || (!token.inlineValue && /^--./.test(token.value))) {
    throw new UsageError(`--${token.name} needs a value: --${token.name} ${option.value}`, spec.name)
  }
  return token.value
}

function checkPositionals(spec: CommandSpec<OptionSpecs>, positionals: readonly string[]): void {
  const { shown, min, max } = spec.positionals ?? { shown: 'no arguments without dashes', min: 0, max: 0 }
  if (positionals.length >= min && positionals.length <= max) return
  const extra = positionals.length > max ? `; ${JSON.stringify(positionals[max])} is too much` : ''
  throw new UsageError(`kiosk ${spec.name} takes ${shown}${extra}.`, spec.name)
}

function helpOf(spec: CommandSpec<OptionSpecs>): string {
  const all: OptionSpecs = { ...spec.options, help: { says: 'Show this help.' } }
  const options = Object.entries(all)
  const required = options.filter(([, option]) => option.required).map(([name, { value }]) => ` --${name} ${value}`)
  const rows = options.map(([name, option]) => [
    `  --${name}${option.value === undefined ? '' : ` ${option.value}`}`,
    option.says,
  ])
  const usage = ['kiosk', spec.name, ...(spec.positionals ? [spec.positionals.shown] : [])].join(' ')
  const parts = [
    spec.summary,
    `Usage: ${usage}${required.join('')}${rows.length > required.length ? ' [options]' : ''}`,
    ...(spec.details ? [spec.details] : []),
    `Options:\n${table([], rows)}`,
    `${spec.examples.length === 1 ? 'Example' : 'Examples'}:\n${spec.examples.map((line) => `  ${line}`).join('\n')}`,
  ]
  return parts.join('\n\n')
}
