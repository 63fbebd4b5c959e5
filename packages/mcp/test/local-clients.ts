// Clients of both revisions of the protocol, each with a local server of its own over standard input and output.
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldStdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

const MAIN = join(import.meta.dirname, '../src/main.ts')
const INFO = { name: 'kiosk-tests', version: '1.0.0' }

export const KEY = `kiosk_${'0'.repeat(48)}`

interface Launch {
  readonly command: string
  readonly args: string[]
  readonly env: Record<string, string>
  readonly stderr: 'pipe'
}

function launch(env: Readonly<Record<string, string>>): Launch {
  return { command: process.execPath, args: [MAIN], env: { KIOSK_API_KEY: KEY, ...env }, stderr: 'pipe' }
}

/** A client of today: it asks for the newest revision that both sides speak. */
export async function connectNew(env: Readonly<Record<string, string>>) {
  const client = new Client(INFO, { versionNegotiation: { mode: 'auto' } })
  const transport = new StdioClientTransport(launch(env))
  const notes: string[] = []
  transport.stderr?.on('data', (chunk) => notes.push(String(chunk)))
  await client.connect(transport)
  return { client, notes }
}

/** A client of 2025. */
export async function connectOld(env: Readonly<Record<string, string>>) {
  const client = new OldClient(INFO)
  await client.connect(new OldStdioClientTransport(launch(env)))
  return { client }
}
