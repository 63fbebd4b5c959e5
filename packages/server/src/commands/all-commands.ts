// Every command by name, loaded on use: `kiosk catalog` need not wait for what `kiosk serve` needs.
import { UsageError } from '../cli-output.ts'
import { didYouMean } from '../config/nearest.ts'
import type { Command } from './command.ts'

type Loader = () => Promise<Command>

const loaders: ReadonlyMap<string, Loader> = new Map<string, Loader>([
  ['serve', async () => (await import('./serve.ts')).serveCommand],
  ['catalog', async () => (await import('./catalog.ts')).catalogCommand],
  ['call', async () => (await import('./call.ts')).callCommand],
  ['usage', async () => (await import('./usage.ts')).usageCommand],
  ['mcp', async () => (await import('./mcp.ts')).mcpCommand],
  ['completion', async () => (await import('./completion.ts')).completionCommand(allCommands)],
  ['doctor', async () => (await import('./doctor.ts')).doctorCommand],
  ['migrate', async () => (await import('./migrate.ts')).migrateCommand],
  ['admin create-org', async () => (await import('./admin/organizations.ts')).createOrgCommand],
  ['admin list-orgs', async () => (await import('./admin/organizations.ts')).listOrgsCommand],
  ['admin set-plan', async () => (await import('./admin/organizations.ts')).setPlanCommand],
  ['admin create-key', async () => (await import('./admin/keys.ts')).createKeyCommand],
  ['admin list-keys', async () => (await import('./admin/keys.ts')).listKeysCommand],
  ['admin delete-key', async () => (await import('./admin/keys.ts')).deleteKeyCommand],
  ['admin withhold', async () => (await import('./admin/publication.ts')).withholdCommand],
  ['admin publish', async () => (await import('./admin/publication.ts')).publishCommand],
  ['admin reset-password', async () => (await import('./admin/accounts.ts')).resetPasswordCommand],
  ['admin backup', async () => (await import('./admin/backup.ts')).backupCommand],
])

/** First words that need a second one: `admin`. */
const groups = new Set([...loaders.keys()].flatMap((name) => (name.includes(' ') ? [name.split(' ')[0] ?? ''] : [])))

/** Names of all commands, in the order of the help. */
export const commandNames: readonly string[] = [...loaders.keys()]

/** Every command, for the help and the docs. */
export function allCommands(): Promise<Command[]> {
  return Promise.all([...loaders.values()].map((load) => load()))
}

export type Found =
  | { readonly command: Command; readonly rest: readonly string[] }
  | { readonly group: string; readonly commands: readonly Command[] }

/** The command that a line begins with, or the commands of a group that stands alone. Throws `UsageError`. */
export async function findCommand(args: readonly string[]): Promise<Found> {
  const [first = '', second] = args
  const inGroup = groups.has(first)
  if (inGroup && (second === undefined || second.startsWith('-'))) {
    const names = commandNames.filter((name) => name.startsWith(`${first} `))
    return { group: first, commands: (await allCommands()).filter(({ name }) => names.includes(name)) }
  }
  const name = inGroup ? `${first} ${second}` : first
  const load = loaders.get(name)
  if (load !== undefined) return { command: await load(), rest: args.slice(inGroup ? 2 : 1) }
  throw new UsageError(unknown(name), inGroup ? first : '')
}

function unknown(name: string): string {
  if (name.startsWith('-')) return `kiosk has no option ${name}; options come after the command.`
  return `kiosk has no command ${name}.${didYouMean(name, commandNames)}`
}
