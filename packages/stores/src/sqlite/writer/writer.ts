// The writer thread: started by `writer-client.ts` with the path of the database.
import { parentPort, workerData } from 'node:worker_threads'
import type { ToWriter } from './messages.ts'
import { WriterService } from './writer-service.ts'

const service = new WriterService(String(workerData))

parentPort?.on('message', (message: ToWriter) => {
  parentPort?.postMessage(service.answer(message))
  if (message.kind === 'close') parentPort?.close()
})
