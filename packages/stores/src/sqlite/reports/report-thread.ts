// The report thread: started by `report-client.ts` with the path of the database.
import { parentPort, workerData } from 'node:worker_threads'
import { type Question, ReportService } from './report-service.ts'

const service = new ReportService(String(workerData))

parentPort?.on('message', (question: Question | null) => {
  if (question !== null) return parentPort?.postMessage(service.answer(question))
  service.close()
  parentPort?.close()
})
