// The app's wiring, by hand and top to bottom.
import type { Operation } from '@kiosk/catalog'
import { openEmbedded } from '@kiosk/stores'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { openAccounts } from './app-http/accounts/accounts.ts'
import { canHavePasskeys } from './app-http/accounts/passkeys/passkey-plugin.ts'
import { sqliteAccounts } from './app-http/accounts/rows/sqlite-accounts.ts'
import { createAppServer } from './app-http/app-server.ts'
import { createCatalogSource } from './app-http/catalog-source.ts'
import { dashboardFolder, readDashboardFiles } from './app-http/dashboard-files.ts'
import { createEngineClient } from './app-http/engine-client.ts'
import { createMailer, type Mailer } from './app-http/mail/mailer.ts'
import { catalogOf } from './compose-engine.ts'
import { type Config, version } from './config.ts'
import { openDataFolder } from './data-folder.ts'
import { defectFacts } from './logger.ts'
import { masterSecret } from './master-secret.ts'

export interface AppParts {
  readonly config: Config
  readonly operations: readonly Operation[]
  readonly logger: Logger
  readonly isSandbox: boolean
  /** Members of `/healthz`. */
  readonly about: Readonly<Record<string, unknown>>
  /** Headers put on every answer, such as the sandbox's mark. */
  readonly marks: Readonly<Record<string, string>>
  readonly isStarted: () => boolean
  /** The configuration with the ports that are known by now. */
  readonly known: () => Config
}

export interface ComposedApp {
  /** Not listening yet. */
  readonly app: FastifyInstance
  /** Closes what the app reads; for when the server is closed. */
  close(): Promise<void>
}

/** Opens the data directory as a client beside the engine, also where both share a process: one code path. */
export async function composeApp(parts: AppParts): Promise<ComposedApp> {
  const opened = new AsyncDisposableStack()
  try {
    return { app: await openApp(parts, opened), close: () => opened.disposeAsync() }
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

/** @param opened gets what must be closed, the last first */
async function openApp(parts: AppParts, opened: AsyncDisposableStack): Promise<FastifyInstance> {
  const { config, known } = parts
  const { dataDir, plans, defaultPlan, signup } = config
  const { directory, close } = await openDataFolder(dataDir, () => openEmbedded({ dataDir, role: 'client' }))
  opened.defer(close)
  const secret = await masterSecret(config.secret, dataDir)
  const appUrl = () => known().appUrl
  const mail = mailerOf(parts)
  const accounts = await openAccounts({
    database: sqliteAccounts(dataDir),
    secret,
    directory,
    plans,
    defaultPlan,
    signup,
    appUrl,
    mail,
  })
  opened.defer(() => accounts.close())
  // Closed first: what waits to be sent still reads the accounts.
  opened.defer(async () => mail?.close())
  const catalog = createCatalogSource({
    engineUrl: known().engineUrl,
    mirror: () => catalogOf(parts.operations, known().baseUrl, true),
    monotonicMs: () => performance.now(),
  })
  return createAppServer({
    docsBase: () => `${appUrl()}/docs/errors`,
    about: parts.about,
    marks: parts.marks,
    trustProxy: config.trustProxy,
    readiness: async () => {
      const [{ degraded }, isWell] = await Promise.all([catalog.current(), accounts.health()])
      const checks = { engine: degraded ? 'unavailable' : 'ok', accounts: isWell ? 'ok' : 'unavailable' }
      return { ready: parts.isStarted() && isWell, checks }
    },
    onDefect: (requestId, error) =>
      parts.logger.error({ requestId, ...defectFacts(error) }, 'an app request ended in a defect'),
    documents: { catalog, appUrl },
    dashboard: { catalog, files: await readDashboardFiles(dashboardFolder()) },
    data: {
      accounts,
      directory,
      plans,
      secret,
      appUrl,
      guestKeys: config.guestKeys,
      instance: () => instanceFacts(parts),
      callEngine: createEngineClient({ engineUrl: () => known().engineUrl, secret, now: Date.now }),
      maxBodyBytes: Math.max(...parts.operations.map((operation) => operation.maxBodyBytes)),
      now: Date.now,
    },
  })
}

/** Null where the operator has set no mail server. */
function mailerOf({ config: { mailUrl, mailFrom, egressAllow }, logger }: AppParts): Mailer | null {
  if (mailUrl === null || mailFrom === null) return null
  const onFault = (reason: string) => logger.error({ reason }, 'a mail could not be sent')
  return createMailer({ url: mailUrl, from: mailFrom, egressAllow, onFault })
}

function instanceFacts({ known, isSandbox }: AppParts) {
  const { baseUrl, appUrl, guestKeys, mailUrl } = known()
  const [mail, passkeys] = [mailUrl !== null, canHavePasskeys(appUrl)]
  return { service: 'kiosk', version, baseUrl, appUrl, guestKeys, mail, passkeys, sandbox: isSandbox }
}
