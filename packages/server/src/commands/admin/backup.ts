import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { count } from '../../cli-output.ts'
import { defineCommand, jsonOption } from '../command.ts'
import { withDirectory } from './directory.ts'

export const backupCommand = defineCommand({
  name: 'admin backup',
  summary: 'Copy the database into a file, consistent also while the gateway serves.',
  positionals: { shown: '<file>', min: 1, max: 1 },
  options: { json: jsonOption },
  details:
    'The file must not exist yet. Keep the `secret` of the data folder with it: stored answers are sealed with it.',
  examples: ['kiosk admin backup /backups/kiosk-2026-11-21.db'],
  run: ({ values, positionals }, terminal) =>
    withDirectory(terminal, async (directory) => {
      const file = resolve(positionals[0] ?? '')
      await directory.backup(file)
      const { size } = await stat(file)
      if (values.json) terminal.print(JSON.stringify({ file, bytes: size }))
      terminal.note(`Wrote ${count(size, 'byte')} to ${file}.`)
    }),
})
