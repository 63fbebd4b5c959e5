// Entry of the command line; `bin/kiosk` starts it.
import { processTerminal } from './cli-output.ts'
import { runCommandLine } from './commands/command-line.ts'

process.exitCode = await runCommandLine(process.argv.slice(2), processTerminal())
