// Texts of variables become values; what is wrong is gathered, so that an operator sees all faults at once.
import { readFileSync } from 'node:fs'
import { type Provider, type SettingSpec, upstreamsOf } from '@kiosk/catalog'
import { type Setting, type SettingName, type SettingValues, settings } from './settings.ts'
import { baseAddress } from './texts.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Malformed settings, all at once. The message names each variable and what is expected, never a value. */
export class ConfigError extends Error {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(problems.join('\n'))
    this.name = 'ConfigError'
    this.problems = problems
  }
}

/** Reads one environment. Look at `problems` before using what it returned. */
export class SettingReader {
  readonly problems: string[] = []
  readonly #env: Environment

  constructor(env: Environment) {
    this.#env = env
  }

  rows<N extends SettingName>(names: readonly N[]): Pick<SettingValues, N> {
    const values = names.map((name) => {
      const row: Setting = settings[name]
      return [name, this.#value(row, row.default) ?? null]
    })
    // Each value was made by the schema of its row, or there is a problem and the caller throws.
    return Object.fromEntries(values) as Pick<SettingValues, N>
  }

  upstreams(provider: Provider): Record<string, string> {
    const found = upstreamsOf(provider).map(({ name, variable }) => [
      name,
      this.#value({ variable, schema: baseAddress }, null),
    ])
    return Object.fromEntries(found.filter(([, address]) => address !== undefined))
  }

  ofProvider(provider: Provider, sandbox: boolean): Record<string, unknown> {
    const found = Object.entries(provider.settings).map(([name, spec]) => [
      name,
      sandbox && spec.sandbox !== undefined ? this.#parse(spec, spec.sandbox) : this.#value(spec, null),
    ])
    return Object.fromEntries(found.filter(([, value]) => value !== undefined))
  }

  /** An empty variable counts as unset: that is how compose files and unit files leave one out. */
  #value(spec: Pick<SettingSpec, 'variable' | 'schema' | 'file'>, standIn: string | null): unknown {
    const text = this.#env[spec.variable]?.trim() || standIn
    if (text === null) return undefined
    return this.#parse(spec, spec.file && text.startsWith('@') ? this.#fileText(spec.variable, text.slice(1)) : text)
  }

  #parse(spec: Pick<SettingSpec, 'variable' | 'schema'>, text: string | undefined): unknown {
    if (text === undefined) return undefined
    const parsed = spec.schema.safeParse(text)
    if (parsed.success) return parsed.data
    this.problems.push(`${spec.variable}: ${parsed.error.issues[0]?.message ?? 'expected another value'}`)
    return undefined
  }

  #fileText(variable: string, path: string): string | undefined {
    try {
      return readFileSync(path, 'utf8').trim()
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
      this.problems.push(`${variable}: expected a readable file after the @, but it cannot be read${code}`)
      return undefined
    }
  }
}
