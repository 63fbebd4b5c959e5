// What one render may take; each bound is far above what pages need.

const MEBIBYTE = 1024 * 1024

/** Bytes that the page of one render may get. */
export const MAX_RECEIVED_BYTES = 64 * MEBIBYTE
/** Bytes of bodies and tunnels that may go out in one render. */
export const MAX_SENT_BYTES = 16 * MEBIBYTE
/** Requests and tunnels of one render; each may cost a look-up. */
export const MAX_REQUESTS = 5000
/** Connections of the browser at once: it opens 32 for requests and as many for WebSockets. */
export const MAX_CONNECTIONS = 128
/** Largest head of a request, whose address may be long. */
export const MAX_REQUEST_HEAD_BYTES = 64 * 1024
/** Endpoints whose failures are remembered. */
export const MAX_FAILURES = 1000

/** A request's head must arrive within this time, all of it within the next one. */
export const HEAD_LIMIT_MS = 10_000
export const REQUEST_LIMIT_MS = 30_000
/** How often the two above are looked at. */
export const CHECK_INTERVAL_MS = 2000
/** A connection on which nothing moves is ended after this time. */
export const IDLE_LIMIT_MS = 30_000
