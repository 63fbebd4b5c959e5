import type { z } from 'zod'
import { upstreamVariable } from './names.ts'

/** One setting of an operator that a provider's operations read. */
export interface SettingSpec {
  /** Environment variable; begins with `KIOSK_`. */
  readonly variable: string
  /** Parses the variable's text. Mark credentials with `secret`. */
  readonly schema: z.ZodType<unknown, string>
  /** One sentence for the table in the docs. */
  readonly says: string
  /** True when `@path` stands for the content of a file. */
  readonly file?: boolean
  /** Stand-in value under `--sandbox`. */
  readonly sandbox?: string
}

type SettingValues<S extends Record<string, SettingSpec>> = { readonly [K in keyof S]: z.output<S[K]['schema']> }

export interface ProviderSpec<S extends Record<string, SettingSpec>> {
  /** Lower-case word; folder name, and part of `KIOSK_UPSTREAM_…` and `KIOSK_PROVIDERS_DISABLED`. */
  readonly name: string
  readonly title: string
  /** Origins by name (`main` first); `{param}` is filled per request; null: there is none until an operator sets one. */
  readonly upstreams: Readonly<Record<string, string | null>>
  /** Where requests may go: the provider's own upstreams, or any public address. Redirects are judged either way. */
  readonly hosts: 'own' | 'any'
  readonly settings?: S
}

/** A third party, and how operations reach it. */
export interface Provider<Settings = unknown> {
  readonly name: string
  readonly title: string
  readonly upstreams: Readonly<Record<string, string | null>>
  readonly hosts: 'own' | 'any'
  readonly settings: Readonly<Record<string, SettingSpec>>
  /** Carries the types of the settings; never set. */
  readonly $settings?: Settings
}

// biome-ignore lint/complexity/noBannedTypes: a provider without settings has none
export function defineProvider<const S extends Record<string, SettingSpec> = {}>(
  spec: ProviderSpec<S>,
): Provider<SettingValues<S>> {
  if (!/^[a-z]+$/.test(spec.name)) throw new TypeError(`provider ${spec.name}: the name must be one lower-case word`)
  return { ...spec, settings: spec.settings ?? {} }
}

/** Upstreams of a provider with their variables: what an operator can override. */
export function upstreamsOf(provider: Provider): { name: string; variable: string; address: string | null }[] {
  return Object.entries(provider.upstreams).map(([name, address]) => ({
    name,
    variable: upstreamVariable(provider.name, name),
    address,
  }))
}
