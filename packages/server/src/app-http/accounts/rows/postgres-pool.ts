// Connections to PostgreSQL, bounded in number and in time: whatever happens to the server, who waits gets an answer, the
// process lives, and no connection that failed is used again.
import { Socket } from 'node:net'
import { invalidInput, type Secret } from '@kiosk/catalog'
import { StoreUnavailable } from '@kiosk/engine'
import { DatabaseError, Pool, type PoolClient } from 'pg'

const CONNECT_MS = 3_000
const STATEMENT_MS = 3_000
/** After the server should have ended a statement by itself. */
const GRACE_MS = 1_000
/** A process that hangs in a transaction keeps others from their rows. */
const IDLE_IN_TRANSACTION_MS = 10_000
/** Firewalls forget silent connections, mostly after minutes. */
const IDLE_MS = 10_000

export interface PostgresPool {
  /** Throws `StoreUnavailable`, as statements do for anything but a row or a value that the database refuses. */
  connect(): Promise<PoolClient>
  /** Ends also while the server hangs. */
  end(): Promise<void>
  /** The query builder asks for it. */
  readonly options: object
}

export interface PoolBounds {
  readonly max?: number
  readonly statementMs?: number
}

/** Nothing is opened before the first `connect`. What the address leaves out is the driver's default. */
export function openPostgresPool(
  address: Secret,
  { max = 10, statementMs = STATEMENT_MS }: PoolBounds = {},
): PostgresPool {
  const sockets = new Set<Socket>()
  const pool = new Pool({
    connectionString: address.reveal(),
    fallback_application_name: 'kiosk',
    max,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: IDLE_MS,
    query_timeout: statementMs + GRACE_MS,
    keepAlive: true,
    stream: () => tracked(sockets),
    onConnect: (client) => client.query(sessionOf(statementMs)),
  })
  // The pool and the statement that runs notice by themselves; an event without a listener would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return {
    options: {},
    async connect() {
      try {
        return guarded(await pool.connect())
      } catch (error) {
        throw unavailable('cannot be reached', error)
      }
    },
    async end() {
      // A server that hangs does not say goodbye, and an open socket would keep the process.
      const cut = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, GRACE_MS)
      await pool.end()
      await Promise.all([...sockets].map((socket) => new Promise((closed) => socket.once('close', closed))))
      clearTimeout(cut)
    },
  }
}

/** The client with other ways to do some things. */
export function withMembers(
  client: PoolClient,
  members: { readonly [Name in 'query' | 'release']?: (...args: unknown[]) => unknown },
): PoolClient {
  return new Proxy(client, {
    get(target, name) {
      if (name === 'query' || name === 'release') return members[name] ?? target[name].bind(target)
      return Reflect.get(target, name, target)
    },
  })
}

function tracked(sockets: Set<Socket>): Socket {
  const socket = new Socket()
  sockets.add(socket)
  return socket.once('close', () => sockets.delete(socket))
}

/** What accounts rely on, whatever the server's own defaults are. Set by a statement, because poolers in between refuse
 * such settings in the first message of a connection. */
function sessionOf(statementMs: number): string {
  return [
    `SET statement_timeout = ${statementMs}`,
    `SET idle_in_transaction_session_timeout = ${IDLE_IN_TRANSACTION_MS}`,
    // Who waited for a row sees what the other one made of it, instead of being refused.
    'SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED',
    'SET DateStyle = ISO',
  ].join('; ')
}

function guarded(client: PoolClient): PoolClient {
  let failure: StoreUnavailable | null = null
  return withMembers(client, {
    async query(...args) {
      if (failure !== null) throw failure
      try {
        return await Reflect.apply(client.query, client, args)
      } catch (error) {
        const code = error instanceof DatabaseError ? (error.code ?? '') : ''
        if (code === CHARACTER_NOT_IN_REPERTOIRE) throw invalidInput('request', 'holds U+0000, which cannot be kept')
        if (REFUSED.test(code)) throw error
        const fault = unavailable('failed', error)
        if (!PASSING.test(code)) failure = fault
        throw fault
      }
    },
    release: (isBroken) => client.release(isBroken === true || failure !== null),
  })
}

const CHARACTER_NOT_IN_REPERTOIRE = '22021'
/** Values, rows, and statements of a transaction that goes on after such a refusal: the fault of whoever asks. */
const REFUSED = /^(?:22|23|25P02$)/
/** Deadlocks, and statements that took too long, such as those that wait for somebody's lock. The rest may be the state of
 * the connection or of the server at its other end, such as one that only reads since it is the standby. */
const PASSING = /^(?:40|57014$)/

function unavailable(what: string, cause: unknown): StoreUnavailable {
  // A refusal by all addresses of a name has a code and no message.
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const reason = (cause instanceof Error && cause.message) || code || 'unknown'
  return new StoreUnavailable(`The database of accounts ${what}: ${reason}`, { cause })
}
