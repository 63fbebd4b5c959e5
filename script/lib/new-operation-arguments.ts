// What was asked of script/new.
import { parseArgs } from 'node:util'
import type { NewOperation } from './operation-template.ts'

/** The folder beside the providers', and names that an operation's file has for its own parts. */
const RESERVED = new Set(['shared', 'input', 'output', 'operation', 'answer', 'parse', 'ctx', 'z'])

/** The operation that the words of a command line name; undefined when they name none. */
export function readArguments(args: readonly string[]): NewOperation | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { post: { type: 'boolean' }, get: { type: 'boolean' } },
      allowPositionals: true,
    })
    const [, provider, name] = /^([a-z]+)\/([a-z][a-z0-9]*(?:-[a-z0-9]+)*)$/.exec(positionals[0] ?? '') ?? []
    if (!provider || !name || positionals.length > 1 || (values.get && values.post)) return undefined
    if (RESERVED.has(provider) || name === 'provider') return undefined
    return { provider, name, suffix: values.post ? 'post' : 'get' }
  } catch {
    return undefined
  }
}
