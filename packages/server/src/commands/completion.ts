// `kiosk completion`: scripts by which shells complete commands, options and slugs.
import { type Terminal, UsageError } from '../cli-output.ts'
import type { Command } from './command.ts'
import { defineCommand } from './command.ts'

const shells = ['bash', 'zsh', 'fish'] as const
type Shell = (typeof shells)[number]

/** @param allCommands what is completed */
export function completionCommand(allCommands: () => Promise<readonly Command[]>): Command {
  return defineCommand({
    name: 'completion',
    summary: 'Print a script that completes commands, options and slugs in a shell.',
    positionals: { shown: shells.join('|'), min: 1, max: 1 },
    options: {},
    details: 'Slugs are those of this release.',
    examples: [
      'source <(kiosk completion bash)',
      'kiosk completion zsh > ~/.zfunc/_kiosk',
      'kiosk completion fish > ~/.config/fish/completions/kiosk.fish',
    ],
    async run({ positionals: [name] }, terminal: Terminal) {
      const shell = shells.find((one) => one === name)
      if (shell === undefined)
        throw new UsageError(`There are scripts for ${shells.join(', ')}; there is none for ${name}.`, 'completion')
      const { registry } = await import('@kiosk/operations')
      terminal.print(scripts[shell](await allCommands(), [...registry.values()].map(({ slug }) => slug).sort()))
      return undefined
    },
  })
}

/** Commands whose first argument is a slug. */
const TAKES_SLUG = ['call', 'catalog']

const scripts: Readonly<Record<Shell, (commands: readonly Command[], slugs: readonly string[]) => string>> = {
  bash: bashScript,
  // zsh runs bash's completions.
  zsh: (commands, slugs) =>
    ['#compdef kiosk', 'autoload -U +X bashcompinit && bashcompinit', bashScript(commands, slugs)].join('\n'),
  fish: fishScript,
}

/** First word → what may follow it. */
function wordsAfter(commands: readonly Command[], slugs: readonly string[]): [string, string[]][] {
  const firsts = [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))]
  return firsts.map((first) => {
    const own = commands.filter(({ name }) => name.split(' ')[0] === first)
    const seconds = own.flatMap(({ name }) => name.split(' ').slice(1))
    const options = [...new Set(own.flatMap((command) => command.options))]
    return [first, [...seconds, ...(TAKES_SLUG.includes(first) ? slugs : []), ...options]]
  })
}

function bashScript(commands: readonly Command[], slugs: readonly string[]): string {
  const after = wordsAfter(commands, slugs)
  const cases = after.map(([first, words]) => `    ${first}) words='${words.join(' ')}' ;;`)
  return `_kiosk() {
  local words
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${[...after.map(([first]) => first), 'help', '--help', '--version'].join(' ')}'
  else
    case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _kiosk kiosk`
}

function fishScript(commands: readonly Command[], slugs: readonly string[]): string {
  const after = wordsAfter(commands, slugs)
  const firsts = after.map(([first]) => first).join(' ')
  return [
    `complete -c kiosk -n __fish_use_subcommand -f -a '${firsts} help'`,
    ...after.map(
      ([first, words]) => `complete -c kiosk -n '__fish_seen_subcommand_from ${first}' -a '${words.join(' ')}'`,
    ),
  ].join('\n')
}
