// Where the accounts of a test file live: beside the directory in SQLite, or in a real PostgreSQL where the file says so.
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Secret } from '@kiosk/catalog'
import { postgresMissing, startPostgres, type TestPostgres } from '@kiosk/testkit'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, onTestFinished } from 'vitest'
import type { AccountDatabase } from '../../src/app-http/accounts/rows/account-database.ts'
import { postgresAccounts } from '../../src/app-http/accounts/rows/postgres-accounts.ts'
import { sqliteAccounts } from '../../src/app-http/accounts/rows/sqlite-accounts.ts'

/** The database of a site, and what somebody else does to it. */
export interface Place {
  readonly database: AccountDatabase
  /** Runs a statement with ? for its values. @returns how many rows it changed */
  execute(statement: string, ...values: string[]): Promise<number>
  /** Keeps everybody from writing, until what it returns is called. */
  blockWrites(): Promise<() => Promise<void>>
}

interface Postgres {
  readonly server: TestPostgres
  readonly address: string
}

let postgres: Postgres | null = null

/** @param isNew whether nobody has an account yet */
export async function placeFor(dataDir: string, isNew: boolean): Promise<Place> {
  if (postgres === null) return sqlitePlace(dataDir)
  if (isNew) await clear(postgres.address)
  return postgresPlace(postgres.address)
}

/** Defaults that an operator's server may have, and that must make no difference. */
const ODD = { default_transaction_isolation: 'serializable', DateStyle: 'SQL, DMY', TimeZone: 'Asia/Kathmandu' }

/** Puts the accounts of all tests of this file into PostgreSQL. One server, one database, emptied for each test. */
export function usePostgres(settings: Readonly<Record<string, string>> = {}): () => Postgres {
  const missing = postgresMissing()
  beforeEach(({ skip }) => skip(missing !== null, missing ?? ''))
  beforeAll(async () => {
    if (missing !== null) return
    const server = await startPostgres({ settings: { ...ODD, ...settings } })
    postgres = { server, address: await server.createDatabase() }
  }, 60_000)
  afterAll(() => postgres?.server.stop())
  return () => {
    if (postgres === null) throw new Error('PostgreSQL runs in tests only')
    return postgres
  }
}

/** A connection of somebody else, closed with the test. */
export async function postgresClient(address: string): Promise<Client> {
  const client = new Client({ connectionString: address })
  // Tests also end servers.
  client.on('error', () => {})
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

function sqlitePlace(dataDir: string): Place {
  const open = () => new DatabaseSync(join(dataDir, 'kiosk.db'))
  return {
    database: sqliteAccounts(dataDir),
    async execute(statement, ...values) {
      const database = open()
      const { changes } = database.prepare(statement).run(...values)
      database.close()
      return Number(changes)
    },
    async blockWrites() {
      const database = open()
      database.exec('BEGIN IMMEDIATE')
      return async () => database.close()
    },
  }
}

function postgresPlace(address: string): Place {
  return {
    database: postgresAccounts(new Secret(address)),
    async execute(statement, ...values) {
      let place = 0
      const numbered = statement.replaceAll('?', () => `$${++place}`)
      const client = await postgresClient(address)
      return (await client.query(numbered, values)).rowCount ?? 0
    },
    async blockWrites() {
      const client = await postgresClient(address)
      await client.query('BEGIN')
      for (const table of await tables(client)) await client.query(`LOCK TABLE ${table} IN SHARE MODE`)
      return async () => void (await client.query('ROLLBACK'))
    },
  }
}

async function clear(address: string): Promise<void> {
  const client = await postgresClient(address)
  const found = await tables(client)
  if (found.length > 0) await client.query(`TRUNCATE ${found.join(', ')}`)
}

async function tables(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'",
  )
  return rows.map(({ name }) => name)
}
