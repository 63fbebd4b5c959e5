// Reads pages on threads of their own, so that a large one delays no other call.
import { availableParallelism } from 'node:os'
import { OperationError, type PageOutcome, type Pages } from '@kiosk/catalog'
import type { Piscina } from 'piscina'
import type { PageTask } from './page-worker.ts'

/** Waiting for a thread included. No page that people read takes a tenth of a second; one of 10 MB takes some. */
const LIMIT_MS = 15_000
/** Longest that an unused thread, with the model it holds, is kept. */
const IDLE_MS = 60_000
/** A page of 10 MB may take 400. */
const MAX_HEAP_MB = 512
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
  let threads: Promise<Piscina<PageTask, PageOutcome>> | undefined
  return {
    forCall: (signal) => ({
      async read(page, wishes) {
        threads ??= startThreads(worker, onDefect)
        const pool = await threads
        const limit = AbortSignal.timeout(limitMs)
        try {
          return await pool.run({ page, wishes }, { signal: AbortSignal.any([signal, limit]) })
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
      await (await threads)?.destroy()
    },
  }
}

async function startThreads(worker: URL, onDefect: (error: unknown) => void): Promise<Piscina<PageTask, PageOutcome>> {
  // Loaded here, so that a gateway that reads no page holds no threads.
  const { Piscina } = await import('piscina')
  const pool = new Piscina<PageTask, PageOutcome>({
    filename: worker.href,
    name: 'readPage' satisfies keyof typeof import('./page-worker.ts'),
    minThreads: 0,
    maxThreads: availableParallelism(),
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    recordTiming: false,
  })
  pool.on('error', onDefect)
  return pool
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
