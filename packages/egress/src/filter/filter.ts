// The filtering forward proxy of a render: what a browser context may reach, and nothing else.
import type { OperationError, Secret } from '@kiosk/catalog'
import type { Endpoint } from '../destination/target.ts'

export interface FilterOptions {
  /** Address to listen on; default 127.0.0.1. Another one is for browsers on other machines. */
  readonly host?: string
  /** Addresses whose connections are taken; default those of loopback. */
  readonly peers?: readonly string[]
}

/** One listener for one render at a time. Outside `begin` … `end` it refuses everything. */
export interface Filter {
  /** What a browser context takes as its proxy server, such as `http://127.0.0.1:41234`. */
  readonly address: string
  /** Throws `TypeError` while another render is under way, `INVALID_INPUT` when the proxy is malformed. */
  begin(render: FilteredRender): FilterSession
  close(): Promise<void>
}

export interface FilteredRender {
  /** All connections of the render end when it ends. */
  readonly signal: AbortSignal
  /** The caller's proxy, after `checkProxy`: everything but `document` goes through it. Targets are judged all the same. */
  readonly proxy: Secret | null
  /** Hosts (lower case) that are refused because they serve ads or trackers. */
  readonly blocks: (host: string) => boolean
  /** A document that the filter itself serves at `http://<host>/`, with no network behind it. */
  readonly document: { readonly host: string; readonly html: string } | null
}

export interface FilterSession {
  /** Why the first request to this endpoint failed or was refused; null when none did. A browser only says that its proxy
   * refused. `DESTINATION_REFUSED`, `UPSTREAM_UNREACHABLE`, `UPSTREAM_ERROR`, `UPSTREAM_TIMEOUT`, `UNPROCESSABLE` (blocked,
   * or more than a render may take); in the sandbox, where the port does not count, `NOT_FOUND`. */
  failureOf(endpoint: Endpoint): OperationError | null
  /** Bytes that the page got so far, its own document among them. */
  readonly receivedBytes: number
  /** True once the render took more than it may (bytes or requests), and everything further was refused. */
  readonly isExhausted: boolean
  /** Ends all its connections; the filter is free for the next render. */
  end(): void
}
