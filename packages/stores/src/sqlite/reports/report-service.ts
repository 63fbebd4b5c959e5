// Answers questions for reports on a reading connection of its own.
import { connect, inodeOf, Statements } from '../database/database.ts'
import { failureOf } from '../writer/failures.ts'
import type { Answer } from '../writer/messages.ts'
import { type ReportMethod, ReportQueries } from './report-queries.ts'

const BUSY_TIMEOUT_MS = 2_000

export interface Question {
  readonly id: number
  readonly method: ReportMethod
  readonly args: readonly unknown[]
}

/** A connection that failed is closed and opened anew by the next question, so it heals by itself. */
export class ReportService {
  readonly #file: string
  #open: { readonly inode: number | null; readonly statements: Statements; readonly queries: ReportQueries } | null =
    null

  constructor(file: string) {
    this.#file = file
  }

  answer({ id, method, args }: Question): Answer {
    try {
      const queries = this.#queries()
      const query = queries[method] as (...args: readonly unknown[]) => unknown
      return { id, ok: true, value: query.apply(queries, [...args]) }
    } catch (error) {
      const failure = failureOf(error)
      if (failure.kind === 'store') this.close()
      return { id, ok: false, failure }
    }
  }

  close(): void {
    const open = this.#open
    this.#open = null
    try {
      open?.statements.db.close()
    } catch {
      // Closed already, which is what was wanted.
    }
  }

  #queries(): ReportQueries {
    const inode = inodeOf(this.#file)
    // A backup may have been put in its place: what is read must be what is served.
    if (this.#open?.inode !== inode) this.close()
    if (this.#open === null) {
      const statements = new Statements(connect(this.#file, { busyTimeoutMs: BUSY_TIMEOUT_MS, reading: true }))
      this.#open = { inode, statements, queries: new ReportQueries(statements) }
    }
    return this.#open.queries
  }
}
