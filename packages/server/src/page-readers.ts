// Reads pages on threads of their own, so that a large one delays no other call.
import { availableParallelism } from 'node:os'
import { isMarkedAsUntransferable } from 'node:worker_threads'
import { type FetchedPage, OperationError, type PageOutcome, type Pages } from '@kiosk/catalog'
import type { Piscina } from 'piscina'
import type { PageTask } from './page-worker.ts'

/** Waiting for a thread included. No page that people read takes a tenth of a second; one of 10 MB takes some. */
const LIMIT_MS = 15_000

/** Heaps grow with their bound, so threads for usual pages have a tight one; the few large pages share one wide thread,
 * which goes soon, and delay only each other. */
const pools = {
  usual: { maxThreads: availableParallelism(), heapMb: 192, idleMs: 60_000 },
  large: { maxThreads: 1, heapMb: 640, idleMs: 1000 },
} as const
/** Room for the trees of several pages, so that they die young. */
const YOUNG_MB = 32
const LARGE_BYTES = 4 * 1024 * 1024
const WORKER = new URL('./page-worker.ts', import.meta.url)

export interface PageReaders {
  /** Pages of one call. */
  forCall(signal: AbortSignal): Pages
  /** Ends all threads. */
  close(): Promise<void>
}

export interface PageReadersOptions {
  /** Longest that one page may take. */
  readonly limitMs?: number
  /** File in place of `page-worker.ts`. */
  readonly worker?: URL
  /** Told of what a thread does outside of a page; a pool without a listener would end the process. */
  readonly onDefect?: (error: unknown) => void
}

/** Threads start with the first page. */
export function createPageReaders(options: PageReadersOptions = {}): PageReaders {
  const { limitMs = LIMIT_MS, worker = WORKER, onDefect = () => {} } = options
  const threads = new Map<keyof typeof pools, Promise<Piscina<PageTask, PageOutcome>>>()
  const threadsFor = (page: FetchedPage) => {
    const size = page.bytes.length > LARGE_BYTES ? 'large' : 'usual'
    const running = threads.get(size) ?? startThreads(size, worker, onDefect)
    threads.set(size, running)
    return running
  }
  return {
    forCall: (signal) => ({
      async read(page, wishes) {
        const pool = await threadsFor(page)
        const bytes = handedOver(page.bytes)
        const limit = AbortSignal.timeout(limitMs)
        try {
          return await pool.run(
            { page: { ...page, bytes }, wishes },
            { signal: AbortSignal.any([signal, limit]), transferList: [bytes.buffer] },
          )
        } catch (error) {
          if (signal.aborted) throw signal.reason
          if (limit.aborted || isOutOfMemory(error)) {
            throw new OperationError('UNPROCESSABLE', 'The page is too large or too deeply nested to be converted.', {
              cause: error,
            })
          }
          throw error
        }
      },
    }),
    async close() {
      await Promise.all([...threads.values()].map(async (pool) => (await pool).destroy()))
    },
  }
}

/** Bytes whose memory can go to a thread as it is: cloning it would take ten times as long, and twice the memory makes the
 * collector of this thread run twice as often. A view of something larger is copied. */
function handedOver(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer } = bytes
  const isWhole = buffer instanceof ArrayBuffer && buffer.byteLength === bytes.byteLength
  return isWhole && !isMarkedAsUntransferable(buffer) ? new Uint8Array(buffer) : new Uint8Array(bytes)
}

async function startThreads(
  size: keyof typeof pools,
  worker: URL,
  onDefect: (error: unknown) => void,
): Promise<Piscina<PageTask, PageOutcome>> {
  // Loaded here, so that a gateway that reads no page holds no threads.
  const { Piscina } = await import('piscina')
  const pool = new Piscina<PageTask, PageOutcome>({
    filename: worker.href,
    name: 'readPage' satisfies keyof typeof import('./page-worker.ts'),
    minThreads: 0,
    maxThreads: pools[size].maxThreads,
    idleTimeout: pools[size].idleMs,
    resourceLimits: { maxOldGenerationSizeMb: pools[size].heapMb, maxYoungGenerationSizeMb: YOUNG_MB },
    recordTiming: false,
  })
  pool.on('error', onDefect)
  return pool
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
