// A consistent copy of a database that is in use.
import { closeSync, openSync, renameSync, rmSync } from 'node:fs'
import { Worker } from 'node:worker_threads'

/** Copies the database as it is at one instant; writers go on meanwhile. The copy has mode 0600 and is on disk when this
 * resolves. Throws when `target` exists: a backup is never overwritten. */
export async function backUp(source: string, target: string): Promise<void> {
  reserve(target)
  const partial = `${target}.partial`
  try {
    // Under its own name until it is whole, so that nobody takes half a copy for a backup.
    rmSync(partial, { force: true })
    closeSync(openSync(partial, 'wx', 0o600))
    await runThread({ source, target: partial })
    renameSync(partial, target)
  } catch (error) {
    rmSync(partial, { force: true })
    rmSync(target, { force: true })
    throw error
  }
}

function reserve(target: string): void {
  try {
    closeSync(openSync(target, 'wx', 0o600))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') {
      throw new Error(`The file ${target} exists already; a backup goes to a new file.`, { cause: error })
    }
    throw error
  }
}

/** In a thread of its own: a large database takes seconds, and neither calls nor settlements may wait for it. */
function runThread(workerData: BackupOrder): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./backup-thread.ts', import.meta.url), { workerData, name: 'kiosk-backup' })
    worker.once('error', reject)
    worker.once('exit', (code) => {
      if (code === 0) resolve()
      else reject(new Error(`The backup thread ended with code ${code}.`))
    })
  })
}

export interface BackupOrder {
  readonly source: string
  /** An empty file. */
  readonly target: string
}
