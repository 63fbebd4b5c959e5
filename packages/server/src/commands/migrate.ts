import { withDirectory } from './admin/directory.ts'
import { defineCommand, jsonOption } from './command.ts'

export const migrateCommand = defineCommand({
  name: 'migrate',
  summary: 'Bring the database in the data folder to this release; `serve` does so by itself.',
  options: { json: jsonOption },
  examples: ['kiosk migrate'],
  run: ({ values }, terminal) =>
    withDirectory(terminal, async (_directory, { dataDir }) => {
      if (values.json) terminal.print(JSON.stringify({ dataDir, migrated: true }))
      terminal.note(`The database in ${dataDir} is up to date.`)
    }),
})
