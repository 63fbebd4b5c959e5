import { destination, type Logger, pino } from 'pino'

/** Events for operators, one JSON object a line; never a line per call. */
export function createLogger(level: string, file: string | null): Logger {
  const target = file === null ? destination({ fd: 2, sync: true }) : logFile(file)
  return pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, target)
}

function logFile(file: string) {
  try {
    return destination({ dest: file, mkdir: true, sync: true })
  } catch (cause) {
    const { code = 'unknown' } = cause as NodeJS.ErrnoException
    throw new Error(`KIOSK_LOG_FILE: the file ${file} cannot be written (${code}).`, { cause })
  }
}

/** What of a defect may be logged: its name and where it happened. Its message may quote what a caller sent. */
export function defectFacts(error: unknown): { error: string; at: string[] } {
  if (!(error instanceof Error)) return { error: typeof error, at: [] }
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  const cause = error.cause instanceof Error ? defectFacts(error.cause) : null
  return {
    error: cause === null ? error.name : `${error.name} < ${cause.error}`,
    at: [...frames.slice(0, 8), ...(cause?.at ?? [])].map((line) => line.trim()),
  }
}
