// The writer in the thread of the test, which can then reach its connection; opens many times faster, too.
import type { StartWriter } from '../src/sqlite/writer/writer-link.ts'
import { WriterService } from '../src/sqlite/writer/writer-service.ts'

export interface InThreadWriter {
  readonly start: StartWriter
  /** The service that was started last. */
  service(): WriterService
}

export function inThreadWriter(): InThreadWriter {
  let newest: WriterService | null = null
  const start: StartWriter = (file, events) => {
    const service = new WriterService(file)
    newest = service
    let isDead = false
    return {
      send: (message) => {
        setImmediate(() => {
          if (isDead) return
          const answer = service.answer(message)
          // One turn later: a crash in between leaves what was committed and never acknowledged.
          setImmediate(() => {
            if (!isDead) events.message(answer)
          })
        })
      },
      terminate: async () => {
        isDead = true
        service.close()
      },
    }
  }
  return {
    start,
    service() {
      if (newest === null) throw new Error('the writer was not started')
      return newest
    },
  }
}
