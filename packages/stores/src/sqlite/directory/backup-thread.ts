// The backup thread: started by `backup.ts` with a `BackupOrder`.
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { connect } from '../database/database.ts'
import type { BackupOrder } from './backup.ts'

const { source, target } = workerData as BackupOrder
const db = connect(source, { busyTimeoutMs: 5_000 })
try {
  // One reading transaction: the state of one instant, without the pages that deletions left behind.
  db.prepare('VACUUM INTO ?').run(target)
} finally {
  db.close()
}
// SQLite does not wait for the disk here.
const copy = openSync(target, 'r')
fsyncSync(copy)
closeSync(copy)
