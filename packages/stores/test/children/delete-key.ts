// Deletes a key as a command does; prints `deleted`, or why not.
import { openEmbedded } from '../../src/index.ts'

const [dataDir, organizationId, keyId] = process.argv.slice(2).map(String)
const client = await openEmbedded({ dataDir: dataDir ?? '', role: 'client' })
try {
  await client.directory.deleteKey(organizationId ?? '', keyId ?? '')
  process.stdout.write('deleted\n')
} catch (error) {
  process.stdout.write(`${error instanceof Error ? error.message : String(error)}\n`)
} finally {
  await client.close()
}
