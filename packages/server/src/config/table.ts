// The table of settings as the docs show it.
import { hasSecrets, type Provider, type SettingSpec, upstreamsOf } from '@kiosk/catalog'
import { type Setting, settings } from './settings.ts'

/** A setting as the docs show it. */
export interface SettingRow {
  readonly variable: string
  readonly says: string
  /** Default as text, or null. */
  readonly default: string | null
  /** What happens without it, where there is no default. */
  readonly unset: string | null
  readonly secret: boolean
  /** True when `@path` stands for the content of a file. */
  readonly file: boolean
  /** Who declares it; null: the service itself. */
  readonly provider: string | null
}

/** All settings, those of the providers last. */
export function settingsTable(providers: readonly Provider[]): SettingRow[] {
  const own = Object.values<Setting>(settings).map((row) => toRow(row, row.default, row.unset ?? null, null))
  const theirs = providers.flatMap((provider) => [
    ...upstreamsOf(provider).map(({ name, variable, address }) => ({
      variable,
      says: `Base address of ${provider.title}${name === 'main' ? '' : ` (${name})`}, in place of the public one.`,
      default: address,
      unset: null,
      secret: false,
      file: false,
      provider: provider.name,
    })),
    ...Object.values(provider.settings).map((spec) => toRow(spec, null, null, provider.name)),
  ])
  return [...own, ...theirs]
}

function toRow(spec: SettingSpec, shown: string | null, unset: string | null, provider: string | null): SettingRow {
  const { variable, says, schema, file = false } = spec
  return { variable, says, default: shown, unset, secret: hasSecrets(schema), file, provider }
}
