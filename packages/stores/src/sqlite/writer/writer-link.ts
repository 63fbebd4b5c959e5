// The way to the writer thread, and back.
import { Worker } from 'node:worker_threads'
import type { Answer, ToWriter } from './messages.ts'

export interface LinkEvents {
  readonly message: (message: Answer) => void
  /** The thread is gone: what it was asked and did not answer has an unknown outcome. */
  readonly gone: (error: Error) => void
}

export interface WriterLink {
  send(message: ToWriter): void
  /** Ends the thread wherever it is. */
  terminate(): Promise<void>
}

/** Starts the writer on a database file. */
export type StartWriter = (file: string, events: LinkEvents) => WriterLink

export const startWriterThread: StartWriter = (file, events) => {
  const worker = new Worker(new URL('./writer.ts', import.meta.url), { workerData: file, name: 'kiosk-writer' })
  let cause: Error | null = null
  worker.on('message', events.message)
  worker.on('error', (error) => {
    cause = error
  })
  worker.on('exit', (code) => events.gone(cause ?? new Error(`the writer thread ended with code ${code}`)))
  return {
    send(message) {
      if (message.kind === 'batch' && message.bodies !== null) {
        worker.postMessage(message, [message.bodies.buffer as ArrayBuffer])
      } else {
        worker.postMessage(message)
      }
    },
    async terminate() {
      await worker.terminate()
    },
  }
}
