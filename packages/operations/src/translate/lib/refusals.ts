import { invalidInput, type OperationError } from '@kiosk/catalog'

/** `INVALID_INPUT` for a language that an engine, or all of them, cannot serve. */
export function refuseLanguage(field: 'source' | 'target', language: string | null): OperationError {
  return invalidInput(
    field,
    `no configured engine knows ${language ?? 'it'}; expected a language tag such as de or pt-BR`,
  )
}
