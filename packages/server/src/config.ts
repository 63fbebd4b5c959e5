// Settings of the service, read once from the environment. Nothing else in the house reads `process.env`.
import { type Provider, upstreamsOf } from '@kiosk/catalog'
import packageJson from '../package.json' with { type: 'json' }
import { addressOf, isLoopback, urlHost } from './config/addresses.ts'
import { didYouMean } from './config/nearest.ts'
import { ConfigError, type Environment, SettingReader } from './config/reader.ts'
import { type Setting, type SettingName, type SettingValues, settings } from './config/settings.ts'

export { isLoopback } from './config/addresses.ts'
export { ConfigError, type Environment } from './config/reader.ts'
export type { SettingName, SettingValues } from './config/settings.ts'
export { type SettingRow, settingsTable } from './config/table.ts'

type Addresses = 'baseUrl' | 'appUrl' | 'engineUrl'

/** Every setting by name, with what follows from them. */
export interface Config extends Omit<SettingValues, Addresses | 'userAgent' | 'apiKey'> {
  /** Public address of the engine, without a trailing slash. */
  readonly baseUrl: string
  /** Public address of the app. */
  readonly appUrl: string
  /** Where the app reaches the engine. */
  readonly engineUrl: string
  readonly userAgent: string
  /** Which of the addresses follow from hosts and ports; see `withPorts`. */
  readonly derived: readonly Addresses[]
  /** Overrides only: provider → name of the upstream → base address. */
  readonly upstreams: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Values of the settings that providers declare: provider → name → value; unset ones are not there. */
  readonly providerSettings: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

export const version: string = packageJson.version

/** The environment of this process. */
export function processEnvironment(): Environment {
  return process.env
}

/** Reads every setting. Throws `ConfigError`.
 * @param providers whose upstreams and settings count, too
 * @param options.sandbox stand-in values take the place of what providers' settings and upstreams say
 * @returns `warnings`: sentences for the operator */
export function readConfig(
  env: Environment,
  providers: readonly Provider[],
  options: { sandbox?: boolean } = {},
): { config: Config; warnings: string[] } {
  const reader = new SettingReader(env)
  const values = reader.rows(Object.keys(settings) as SettingName[])
  const sandbox = options.sandbox ?? false
  const upstreams = sandbox ? {} : fromProviders(providers, (provider) => reader.upstreams(provider))
  const providerSettings = fromProviders(providers, (provider) => reader.ofProvider(provider, sandbox))
  if (reader.problems.length === 0) reader.problems.push(...contradictions(values, providers))
  if (reader.problems.length > 0) throw new ConfigError(reader.problems)
  const config = withAddresses(values, upstreams, providerSettings)
  return { config, warnings: [...unknownVariables(env, providers), ...risks(config)] }
}

/** Reads the named settings only, for commands that need no more. Throws `ConfigError`. */
export function readSettings<N extends SettingName>(env: Environment, names: readonly N[]): Pick<SettingValues, N> {
  const reader = new SettingReader(env)
  const values = reader.rows(names)
  if (reader.problems.length > 0) throw new ConfigError(reader.problems)
  return values
}

/** Where clients find the engine: KIOSK_BASE_URL, else from host and port. Throws `ConfigError`. */
export function readBaseUrl(env: Environment): string {
  const { baseUrl, engineHost, enginePort } = readSettings(env, ['baseUrl', 'engineHost', 'enginePort'])
  return baseUrl ?? addressOf(engineHost, enginePort)
}

/** The same configuration once the real ports are known (port 0 asks for any free one). */
export function withPorts(config: Config, ports: { engine?: number; app?: number }): Config {
  const enginePort = ports.engine ?? config.enginePort
  const appPort = ports.app ?? config.appPort
  const engine = addressOf(config.engineHost, enginePort)
  const derivable = { baseUrl: engine, engineUrl: engine, appUrl: addressOf(config.appHost, appPort) }
  const changed = Object.fromEntries(config.derived.map((name) => [name, derivable[name]]))
  return { ...config, enginePort, appPort, ...changed }
}

function fromProviders<T extends object>(
  providers: readonly Provider[],
  read: (provider: Provider) => T,
): Record<string, T> {
  const found = providers.map((provider): [string, T] => [provider.name, read(provider)])
  return Object.fromEntries(found.filter(([, values]) => Object.keys(values).length > 0))
}

function withAddresses(
  values: SettingValues,
  upstreams: Config['upstreams'],
  providerSettings: Config['providerSettings'],
): Config {
  const { apiKey: _, ...rest } = values
  const engine = addressOf(values.engineHost, values.enginePort)
  const appUrl = values.appUrl ?? addressOf(values.appHost, values.appPort)
  return {
    ...rest,
    baseUrl: values.baseUrl ?? engine,
    engineUrl: values.engineUrl ?? engine,
    appUrl,
    userAgent: values.userAgent ?? `kiosk/${version}${isLoopback(appUrl) ? '' : ` (+${appUrl})`}`,
    derived: (['baseUrl', 'engineUrl', 'appUrl'] as const).filter((name) => values[name] === null),
    upstreams,
    providerSettings,
  }
}

/** Values that are right alone and wrong together. */
function contradictions(values: SettingValues, providers: readonly Provider[]): string[] {
  const problems: string[] = []
  const plans = [...values.plans.keys()]
  if (!values.plans.has(values.defaultPlan)) {
    problems.push(`KIOSK_DEFAULT_PLAN: expected one of the plans ${plans.join(', ')}`)
  }
  if (values.mailUrl !== null && values.mailFrom === null) {
    problems.push('KIOSK_MAIL_FROM: expected an e-mail address that mail comes from, since KIOSK_MAIL_URL is set')
  }
  const known = providers.map((provider) => provider.name)
  const strange = values.providersDisabled.filter((name) => !known.includes(name))
  if (strange.length > 0) {
    problems.push(
      `KIOSK_PROVIDERS_DISABLED: expected names of providers (${known.join(', ')}), separated by commas; not known: ${strange.join(', ')}`,
    )
  }
  return problems
}

function unknownVariables(env: Environment, providers: readonly Provider[]): string[] {
  const known = new Set([
    ...Object.values<Setting>(settings).map(({ variable }) => variable),
    ...providers.flatMap((provider) => [
      ...upstreamsOf(provider).map(({ variable }) => variable),
      ...Object.values(provider.settings).map(({ variable }) => variable),
    ]),
  ])
  return Object.keys(env)
    .filter((name) => name.startsWith('KIOSK_') && !known.has(name))
    .sort()
    .map((name) => `${name} is not a setting and does nothing.${didYouMean(name, known)}`)
}

/** Settings that are allowed, but that an operator should know about. */
function risks(config: Config): string[] {
  const risks: string[] = []
  if (config.egressAllow !== '') {
    risks.push(
      `KIOSK_EGRESS_ALLOW lets callers reach ${config.egressAllow.replaceAll(',', ', ')}, also where that is private.`,
    )
  }
  if (config.mailFrom !== null && config.mailUrl === null) {
    risks.push('KIOSK_MAIL_FROM does nothing without KIOSK_MAIL_URL.')
  }
  if (config.derived.includes('baseUrl') && !isLoopback(`http://${urlHost(config.engineHost)}`)) {
    risks.push(
      `The engine listens beyond this machine, but KIOSK_BASE_URL is unset: callers are told ${config.baseUrl}.`,
    )
  }
  if (config.derived.includes('appUrl') && !isLoopback(`http://${urlHost(config.appHost)}`)) {
    risks.push(
      `The app listens beyond this machine, but KIOSK_APP_URL is unset: it takes changes from pages of ${config.appUrl} only.`,
    )
  }
  return risks
}
