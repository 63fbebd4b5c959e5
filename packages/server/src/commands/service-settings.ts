// Settings as commands need them.
import type { Operation, Provider } from '@kiosk/catalog'
import { CommandFailure } from '../cli-output.ts'
import { type Config, type Environment, readConfig, type SettingValues } from '../config.ts'

/** The providers of some operations, each once. */
export function providersOf(operations: Iterable<Operation>): Provider[] {
  return [...new Set([...operations].map((operation) => operation.provider))]
}

/** Every setting, with those of the built-in operations' providers. Throws `ConfigError`; `CommandFailure` in cluster mode. */
export async function readServiceConfig(
  env: Environment,
  options: { sandbox?: boolean } = {},
): Promise<{ config: Config; warnings: string[] }> {
  const { registry } = await import('@kiosk/operations')
  const read = readConfig(env, providersOf(registry.values()), options)
  refuseCluster(read.config)
  return read
}

/** Throws `CommandFailure`: better no start than one on the wrong database. */
export function refuseCluster(values: Pick<SettingValues, 'databaseUrl'>): void {
  if (values.databaseUrl === null) return
  throw new CommandFailure('KIOSK_DATABASE_URL is set, but this release knows the embedded database only.', {
    code: 'EMBEDDED_ONLY',
    advice: 'Unset KIOSK_DATABASE_URL (and KIOSK_REDIS_URL); KIOSK_DATA_DIR says where the embedded database lives.',
  })
}
