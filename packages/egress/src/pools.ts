// Kept connections: pools by way out, provider and origin, whose connections were each judged when they were dialled.
import type { Socket } from 'node:net'
import type { Agent, Dispatcher } from 'undici'
import { CONNECT_LIMIT_MS } from './destination/dial.ts'
import { canonicalAddress } from './destination/policy.ts'
import type { Endpoint } from './destination/target.ts'
import { MAX_HEADER_BYTES } from './http/limits.ts'

/** Opens a connection to the host of an origin. It stays pinned to the address it was judged for. */
export type Connect = (target: Endpoint & { readonly secure: boolean }, signal: AbortSignal) => Promise<Socket>

/** Connections of one way out. Idle ones are closed after a few seconds and never keep the process alive. */
export interface Pool {
  /** The dispatcher; loads the HTTP client on first use. */
  open(): Promise<Dispatcher>
  /** Ends what is running. The pool opens again when it is used again. */
  close(): Promise<void>
  /** Lets what is running finish, then ends; what comes later gets new connections. */
  retire(): Promise<void>
}

/** Above what a provider's queue lets run at once, for a call may send several requests. */
const MAX_CONNECTIONS_PER_ORIGIN = 128
const IDLE_MS = 4000
const MAX_IDLE_MS = 30_000
/** A name may point elsewhere by now, so even a busy connection is let go at some time. */
const MAX_AGE_MS = 300_000

export function createPool(connect: Connect): Pool {
  let agent: Promise<Agent> | undefined
  const take = async (): Promise<Agent | undefined> => {
    const taken = agent
    agent = undefined
    return taken
  }
  return {
    open() {
      agent ??= openAgent(connect)
      return agent
    },
    async close() {
      await (await take())?.destroy()
    },
    async retire() {
      await (await take())?.close()
    },
  }
}

async function openAgent(connect: Connect): Promise<Agent> {
  // Loaded here, so that a gateway that serves no call yet does not hold the client in memory.
  const { Agent } = await import('undici')
  return new Agent({
    allowH2: false,
    connections: MAX_CONNECTIONS_PER_ORIGIN,
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: MAX_IDLE_MS,
    clientTtl: MAX_AGE_MS,
    maxHeaderSize: MAX_HEADER_BYTES,
    connect: ({ hostname, port, protocol }, callback) => {
      const secure = protocol === 'https:'
      const target = {
        host: canonicalAddress(hostname) ?? hostname,
        port: port === '' ? (secure ? 443 : 80) : Number(port),
        secure,
      }
      connect(target, AbortSignal.timeout(CONNECT_LIMIT_MS)).then(
        (socket) => callback(null, socket),
        (error: unknown) => callback(error instanceof Error ? error : new Error(String(error)), null),
      )
    },
  })
}
