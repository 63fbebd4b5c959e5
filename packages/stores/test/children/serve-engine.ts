// Opens the engine's stores and keeps them; prints `open`, or why not.
import { openEmbedded } from '../../src/index.ts'

try {
  await openEmbedded({ dataDir: String(process.argv[2]), role: 'engine' })
  process.stdout.write('open\n')
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`)
}
