// Which scripts a page could be drawn in; without a font for them a browser prints boxes and says nothing.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)
const TIMEOUT_MS = 10_000

/** What pages need most, by a language of each that fontconfig knows fonts by; emoji have one of their own. */
const needs = { latin: ':lang=en', cjk: ':lang=zh-cn', emoji: ':lang=und-zsye' } as const

export type FontNeed = keyof typeof needs

export interface FontFacts {
  /** Families installed. */
  readonly families: number
  /** What no font covers. */
  readonly missing: readonly FontNeed[]
}

/** Asks fontconfig; null when it is not there to be asked. */
export async function missingFonts(): Promise<FontFacts | null> {
  try {
    const list = async (pattern: string) => {
      const { stdout } = await run('fc-list', [pattern, 'family'], { timeout: TIMEOUT_MS })
      return new Set(stdout.split('\n').filter((line) => line.trim() !== '')).size
    }
    const names = Object.keys(needs) as FontNeed[]
    const [families = 0, ...counts] = await Promise.all([list(':'), ...names.map((name) => list(needs[name]))])
    return { families, missing: names.filter((_, index) => counts[index] === 0) }
  } catch {
    return null
  }
}
