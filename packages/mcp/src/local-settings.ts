// Settings of the local server, from the environment that the client starts it with.
import { MAX_CHARS } from './results.ts'
import { readSelection, type Selection } from './selection.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** Variables that only the local server reads; docs/mcp.md explains them. */
export const localVariables = [
  'KIOSK_TOOLSETS',
  'KIOSK_TOOLS',
  'KIOSK_READONLY',
  'KIOSK_TOOL_MODE',
  'KIOSK_OUTPUT_DIR',
  'KIOSK_MAX_CHARS',
] as const

export interface LocalSettings {
  readonly apiKey: string | undefined
  readonly baseUrl: string | undefined
  readonly selection: Selection
  /** Folder for images and documents; null: they go inline. */
  readonly outputDir: string | null
  readonly maxChars: number
}

/** A setting that cannot be read; the message names it. */
export class SettingError extends Error {
  override readonly name = 'SettingError'
}

/** Throws `SettingError` and `SelectionError`. */
export function readLocalSettings(env: Environment): LocalSettings {
  return {
    apiKey: text(env.KIOSK_API_KEY),
    baseUrl: text(env.KIOSK_BASE_URL),
    selection: readSelection({
      toolsets: env.KIOSK_TOOLSETS,
      tools: env.KIOSK_TOOLS,
      readonly: env.KIOSK_READONLY,
      mode: env.KIOSK_TOOL_MODE,
    }),
    outputDir: text(env.KIOSK_OUTPUT_DIR) ?? null,
    maxChars: characters(env.KIOSK_MAX_CHARS),
  }
}

function text(value: string | undefined): string | undefined {
  const trimmed = value?.trim()
  return trimmed === '' ? undefined : trimmed
}

function characters(value: string | undefined): number {
  if (text(value) === undefined) return MAX_CHARS
  const count = Number(value)
  if (Number.isInteger(count) && count >= 1000 && count <= 1_000_000) return count
  throw new SettingError(`KIOSK_MAX_CHARS: expected a whole number from 1000 to 1000000, not ${JSON.stringify(value)}.`)
}
