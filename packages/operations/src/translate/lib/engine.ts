// What every translation engine looks like to the operation.
import type { Context } from '@kiosk/catalog'
import type { TranslateSettings } from '../provider.ts'

export type EngineContext = Context<'http', TranslateSettings>

export interface EngineRequest {
  readonly text: string
  /** Canonical tag; null: to be detected. */
  readonly source: string | null
  /** Canonical tag. */
  readonly target: string
  /** Time that one more request may take. */
  timeoutMs(): number
}

export interface Translation {
  readonly text: string
  /** Language that the engine took the text for; null when it did not say. */
  readonly source: string | null
  /** 0-1; null when the engine did not say. */
  readonly confidence: number | null
}

export interface Engine {
  /** Name that the operation answers as `provider`. */
  readonly name: string
  /** Null when the engine cannot take this request, by its nature or for want of a setting.
   * Throws `UPSTREAM_…` when it failed, `INVALID_INPUT` when it does not know a language. */
  translate(ctx: EngineContext, request: EngineRequest): Promise<Translation | null>
}
