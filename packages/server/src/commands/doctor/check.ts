/** One finding of the doctor. */
export interface Check {
  /** What was looked at, such as `port engine`. */
  readonly name: string
  /** `warn`: only some operations suffer; `fail`: the gateway cannot do its work. */
  readonly status: 'ok' | 'warn' | 'fail'
  readonly found: string
  /** What to do about it. */
  readonly todo?: string
}

/** The code of a failed system call, such as `EACCES`. */
export function errorCode(error: unknown): string {
  if (error instanceof Error && 'code' in error) return String(error.code)
  return error instanceof Error ? error.message : String(error)
}
