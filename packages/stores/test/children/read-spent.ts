// Prints the units of org_one, and leaves its stores open.
import { openEmbedded } from '../../src/index.ts'
import { PERIOD } from '../samples.ts'

const { directory } = await openEmbedded({ dataDir: String(process.argv[2]), role: 'client' })
process.stdout.write(`${await directory.spent('org_one', PERIOD)}\n`)
