// Starts the roles of one process, says where they are, and stops them in order.
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Operation } from '@kiosk/catalog'
import { type EmbeddedStore, openEmbedded } from '@kiosk/stores'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { catalogBytes, composeEngine, published } from './compose-engine.ts'
import { type Config, version, withPorts } from './config.ts'
import { openDataFolder } from './data-folder.ts'
import { createLogger, defectFacts } from './logger.ts'
import type { Sandbox } from './sandbox/stand-in.ts'
import { announce } from './start-lines.ts'

export type Role = 'engine' | 'app' | 'all'

export interface Running {
  /** Stops accepting, lets what runs finish (at most 30 s), settles. */
  close(): Promise<void>
}

/** How long a stop waits for running calls, of all roles together. */
const GRACE_MS = 30_000

const SANDBOX_MARK = { 'x-kiosk-sandbox': 'true' } as const

/** Resolves once every role accepts connections. Throws with a line for people where it cannot start. */
export async function serve(config: Config, options: { role: Role; sandbox: boolean }): Promise<Running> {
  const { registry } = await import('@kiosk/operations')
  const operations = published(registry.values(), config)
  const logger = createLogger(config.logLevel, config.logFile)
  // One promise that nobody asked must not end the calls of everybody else. An exception still ends the process: it may have
  // left things half done.
  const onStray = (error: unknown) => logger.error(defectFacts(error), 'a promise was rejected and nobody had asked it')
  process.on('unhandledRejection', onStray)
  const sandbox = options.sandbox
    ? await (await import('./sandbox/stand-in.ts')).startSandbox([...registry.values()])
    : null
  let isStarted = false
  let known = config
  const parts: Parts = {
    config,
    operations,
    logger,
    sandbox,
    about: aboutOf(options),
    isStarted: () => isStarted,
    known: () => known,
    learn: (ports) => {
      known = withPorts(known, ports)
    },
  }
  const started: { stop(deadline: number): Promise<unknown> }[] =
    sandbox === null ? [] : [{ stop: () => sandbox.close() }]
  // One after the other: the engine may still answer the app, and the sandbox the engine.
  const stopAll = async () => {
    const deadline = performance.now() + GRACE_MS
    for (const role of started) await role.stop(deadline)
    process.off('unhandledRejection', onStray)
  }
  try {
    const engine = options.role === 'app' ? null : await startEngine(parts)
    if (engine !== null) started.unshift(engine)
    const app = options.role === 'engine' ? null : await startApp(parts)
    if (app !== null) started.unshift(app)
    await announce({
      config: known,
      role: options.role,
      sandbox: options.sandbox,
      directory: engine?.store.directory ?? null,
    })
    isStarted = true
  } catch (error) {
    await stopAll()
    throw error
  }
  return { close: stopAll }
}

interface Parts {
  readonly config: Config
  readonly operations: readonly Operation[]
  readonly logger: Logger
  readonly sandbox: Sandbox | null
  readonly about: Readonly<Record<string, unknown>>
  /** True once the start lines, and with them the first key, are written: readiness waits for it. */
  readonly isStarted: () => boolean
  /** The configuration with the ports that are known by now. */
  readonly known: () => Config
  readonly learn: (ports: { engine?: number; app?: number }) => void
}

function aboutOf({ role, sandbox }: { role: Role; sandbox: boolean }) {
  return { service: 'kiosk', version, role, ...(sandbox && { sandbox: true }) }
}

async function startEngine(parts: Parts) {
  const { dataDir } = parts.config
  const store = await openDataFolder(dataDir, () => openEmbedded({ dataDir, role: 'engine' }))
  try {
    return await openEngine(parts, store)
  } catch (error) {
    await store.close()
    throw error
  }
}

async function openEngine(parts: Parts, store: EmbeddedStore) {
  const { config, operations, sandbox } = parts
  const { createEngineServer } = await import('./engine-http/engine-server.ts')
  const { engine, metrics, close } = await composeEngine({ ...parts, store, appUrl: () => parts.known().appUrl })
  let isDraining = false
  const server = createEngineServer({
    engine,
    metrics,
    metricsToken: config.metricsToken,
    catalog: catalogBytes(operations, () => parts.known().baseUrl),
    about: parts.about,
    marks: sandbox === null ? {} : SANDBOX_MARK,
    isDraining: () => isDraining,
    readiness: async () => {
      const health = await store.health()
      const phase = isDraining ? 'stopping' : parts.isStarted() ? 'running' : 'starting'
      const checks = { store: health.ok ? 'ok' : 'unavailable', phase }
      return { ready: health.ok && phase === 'running', checks }
    },
  })
  parts.learn({ engine: await listen(server, config.engineHost, config.enginePort) })
  return {
    store,
    async stop(deadline: number) {
      isDraining = true
      await stopServer(server, engine.drained(), deadline)
      try {
        await store.drain()
      } finally {
        await store.close()
        await close()
      }
    },
  }
}

async function startApp(parts: Parts) {
  const { config } = parts
  const { composeApp } = await import('./compose-app.ts')
  const isSandbox = parts.sandbox !== null
  const { app, close } = await composeApp({ ...parts, isSandbox, marks: isSandbox ? SANDBOX_MARK : {} })
  try {
    await app.listen({ host: config.appHost, port: config.appPort })
  } catch (error) {
    await app.close()
    await close()
    throw listenFailure(error, 'app', config.appHost, config.appPort)
  }
  parts.learn({ app: (app.server.address() as AddressInfo).port })
  return {
    async stop(deadline: number) {
      await stopApp(app, deadline)
      await close()
    },
  }
}

/** Stops accepting, and lets calls from the playground finish. */
async function stopApp(app: FastifyInstance, deadline: number): Promise<void> {
  const closed = app.close()
  await Promise.race([closed, until(deadline)])
  app.server.closeAllConnections()
  await closed
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error) => reject(listenFailure(error, 'engine', host, port)))
    server.listen({ host, port, backlog: 1024 }, () => resolve((server.address() as AddressInfo).port))
  })
}

function listenFailure(error: unknown, role: 'engine' | 'app', host: string, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException
  const variable = `KIOSK_${role.toUpperCase()}_PORT`
  if (code === 'EADDRINUSE') {
    return new Error(
      `The ${role} cannot listen on ${host}:${port}: something else does. Stop it, or set ${variable} to another port.`,
    )
  }
  if (code === 'EACCES')
    return new Error(`The ${role} may not listen on ${host}:${port}. Set ${variable} to a port above 1023.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return new Error(
      `The ${role} cannot listen on ${host}: this machine has no such address. Set KIOSK_${role.toUpperCase()}_HOST to 127.0.0.1, to 0.0.0.0 for all, or to one of its own.`,
    )
  return error
}

/** Stops accepting; waits for open calls, and for those that go on without their caller. */
async function stopServer(server: Server, drained: Promise<void>, deadline: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  server.closeIdleConnections()
  await Promise.race([Promise.all([closed, drained]), until(deadline)])
  server.closeAllConnections()
}

/** @param deadline as `performance.now()` counts */
function until(deadline: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, deadline - performance.now())).unref())
}
