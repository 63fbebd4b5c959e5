// `node bench/markdown/quality.ts --pages DIR`: how much of the main content each system keeps, and how fast, on the same
// pages in the same run. Without `--all` only on the pages that nothing was learned from.
import { parseArgs } from 'node:util'
import { markdownTable } from '../report.ts'
import { everySystem, lackOfPages, measureMarkdown } from './measure.ts'
import { kioskSystem } from './systems.ts'

const { values: args } = parseArgs({
  options: {
    pages: { type: 'string' },
    all: { type: 'boolean', default: false },
    /** Kiosk alone. */
    own: { type: 'boolean', default: false },
    /** Through the gateway, too. */
    http: { type: 'boolean', default: false },
  },
})

const lack = lackOfPages(args.pages)
if (lack !== null) {
  process.stderr.write(`${lack}\n`)
  process.exit(1)
}
const { pages, all, http } = args
const tables = await measureMarkdown({ pages, all, http, systems: args.own ? [kioskSystem] : everySystem })
process.stdout.write(`${tables.map(markdownTable).join('\n\n')}\n`)
