// Accounts in PostgreSQL, where several processes may share them.
import type { Secret } from '@kiosk/catalog'
import { StoreUnavailable } from '@kiosk/engine'
import { getAdapter } from 'better-auth/db/adapter'
import { getMigrations } from 'better-auth/db/migration'
import { DatabaseError, type PoolClient } from 'pg'
import type { AccountConnection, AccountDatabase } from './account-database.ts'
import { accountTables } from './account-tables.ts'
import { openPostgresPool, type PostgresPool, withMembers } from './postgres-pool.ts'

const UNIQUE_VIOLATION = '23505'
/** Of the advisory lock that migrations take: any number, the same in all releases. */
const MIGRATION_LOCK = 4_209_611_837
/** For the tables to be made, by this process or by those before it. */
const MIGRATION_MS = 60_000

/** @param address `postgres://user:password@host:port/database`, with the parameters of the driver, such as sslmode */
export function postgresAccounts(address: Secret): AccountDatabase {
  return {
    async connect({ migrates }) {
      if (migrates) await migrate(address)
      return connection(openPostgresPool(address))
    },
    isConflict: (error) => error instanceof DatabaseError && error.code === UNIQUE_VIOLATION,
    // The pool calls all of them so.
    isFailure: (error) => error instanceof StoreUnavailable,
  }
}

async function connection(pool: PostgresPool): Promise<AccountConnection> {
  return {
    adapter: await getAdapter({ ...accountTables, database: pool }),
    // Which server an address leads to may change only where its connections end.
    isReplaced: () => false,
    // The pool makes another connection in place of one that failed.
    survives: () => true,
    close: () => pool.end(),
  }
}

/** One process after the other: the second finds nothing to do. */
async function migrate(address: Secret): Promise<void> {
  const pool = openPostgresPool(address, { max: 1, statementMs: MIGRATION_MS })
  try {
    const client = await pool.connect()
    try {
      await requireUtf8(client)
      await client.query('BEGIN')
      // It ends with the transaction, also where that ends with the process.
      await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
      const inside = { ...pool, connect: async () => withMembers(client, { release: () => {} }) }
      const { runMigrations } = await getMigrations({ ...accountTables, database: inside })
      await runMigrations()
      await client.query('COMMIT')
    } finally {
      client.release()
    }
  } finally {
    await pool.end()
  }
}

async function requireUtf8(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ server_encoding: string }>('SHOW server_encoding')
  const encoding = rows[0]?.server_encoding
  if (encoding === 'UTF8') return
  throw new StoreUnavailable(
    `The database is encoded as ${encoding}, which has no place for every name: make one as UTF8.`,
  )
}
