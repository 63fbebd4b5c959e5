// Finds the command of a line, runs it, and turns what it throws into an exit code.
import { exitCodes, printFailure, type Terminal, table, UsageError } from '../cli-output.ts'
import { version } from '../config.ts'
import { allCommands, findCommand } from './all-commands.ts'
import type { Command } from './command.ts'

/** Runs one command line. Never throws: a fault of ours ends as a sentence and exit code 1, too.
 * @param args without node and script @returns the exit code */
export async function runCommandLine(args: readonly string[], terminal: Terminal): Promise<number> {
  const own = args.includes('--') ? args.slice(0, args.indexOf('--')) : args
  try {
    if (args[0] === '--version' || args[0] === '-v') {
      terminal.print(version)
      return exitCodes.done
    }
    if (args.length === 0 || args[0] === 'help' || own.includes('--help') || own.includes('-h')) {
      terminal.print(await help(own.filter((arg) => arg !== 'help' && !arg.startsWith('-'))))
      return exitCodes.done
    }
    const found = await findCommand(args)
    if ('command' in found) return await found.command.run(found.rest, terminal)
    throw new UsageError(`kiosk ${found.group} needs one of its commands after it.`, found.group)
  } catch (error) {
    return printFailure(terminal, error, own.includes('--json'))
  }
}

/** Help on the command that the words name, or the list of commands. */
async function help(words: readonly string[]): Promise<string> {
  if (words.length === 0) return overview(await allCommands())
  const found = await findCommand(words)
  if ('command' in found) return found.command.help
  return `${list(found.commands)}\n\nHelp on one of them: kiosk ${found.group} <command> --help`
}

function overview(commands: readonly Command[]): string {
  const isAdmin = ({ name }: Command) => name.startsWith('admin ')
  return [
    'Kiosk: many data, utility and automation operations behind one HTTP interface.',
    'Usage: kiosk <command> [options]',
    `Commands:\n${list(commands.filter((command) => !isAdmin(command)))}`,
    `Commands for operators, on the data folder:\n${list(commands.filter(isAdmin))}`,
    'Help on one of them: kiosk <command> --help. Settings are environment variables, listed in docs/configuration.md.',
    'First steps:\n  kiosk serve --sandbox\n  kiosk catalog\n  kiosk call encyclopedia-article.get \'{"title":"Tokyo"}\'',
  ].join('\n\n')
}

function list(commands: readonly Command[]): string {
  return table(
    [],
    commands.map(({ name, summary }) => [`  kiosk ${name}`, summary]),
  )
}
