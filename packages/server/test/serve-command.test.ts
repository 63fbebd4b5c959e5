// `kiosk serve` as a service manager and an operator see it, and the other commands beside it.
import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { registry } from '@kiosk/operations'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { providersOf } from '../src/commands/service-settings.ts'
import { bin, childEnvironment, type Ran, runBin, runHere, temporaryFolder } from './command-lines.ts'
import { standInGateway } from './stand-in-gateway.ts'

// A bound for hangs only: each test starts programs, which takes long on a busy machine.
vi.setConfig({ testTimeout: 90_000 })

interface Served {
  readonly child: ChildProcess
  readonly dataDir: string
  readonly baseUrl: string
  readonly appUrl: string
  readonly firstLines: string
  /** Other commands with the same settings; in this process, which is another one than the server's. */
  run(...args: string[]): Promise<Ran>
  /** Ends it by a signal; how it ended, and what it said meanwhile. */
  stop(signal: NodeJS.Signals): Promise<Ran & { signal: NodeJS.Signals | null }>
}

/** Starts on free ports and waits for the last of the lines that a start prints. */
async function serve(args: readonly string[], variables: Record<string, string> = {}): Promise<Served> {
  const dataDir = join(await temporaryFolder(), 'data')
  const env = { KIOSK_DATA_DIR: dataDir, KIOSK_ENGINE_PORT: '0', KIOSK_APP_PORT: '0', ...variables }
  const child = spawn(bin, ['serve', ...args], { env: childEnvironment(env), stdio: ['ignore', 'pipe', 'pipe'] })
  const closed = new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.on('close', (code, signal) => resolve([code, signal]))
  })
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await closed
  })
  // A test may close the stream; then there is nothing to tell.
  const stderr = text(child.stderr).catch(() => '')
  const firstLines = await startLines(child, closed, stderr)
  const address = (name: string) => new RegExp(`^${name} +(http\\S+)$`, 'm').exec(firstLines)?.[1] ?? ''
  const baseUrl = address('Engine')
  return {
    child,
    dataDir,
    baseUrl,
    appUrl: address('App'),
    firstLines,
    run: (...line) => runHere(line, { KIOSK_DATA_DIR: dataDir, ...(baseUrl !== '' && { KIOSK_BASE_URL: baseUrl }) }),
    async stop(signal) {
      child.kill(signal)
      const [code, by] = await closed
      return { code, signal: by, stdout: firstLines, stderr: await stderr }
    },
  }
}

/** All start lines come in one write; the one about data is in every role. */
async function startLines(child: ChildProcess, closed: Promise<unknown>, stderr: Promise<string>): Promise<string> {
  const lines = new Promise<string>((resolve) => {
    let seen = ''
    child.stdout?.on('data', (chunk: Buffer) => {
      seen += chunk.toString()
      if (/^Data .*\n/m.test(seen)) resolve(seen)
    })
  })
  const early = closed.then(async () => Promise.reject(new Error(`serve ended before it was ready: ${await stderr}`)))
  return Promise.race([lines, early])
}

/** Loaded before the gateway: a promise that nobody asked, rejected when SIGUSR2 says so. */
const STRAY = `data:text/javascript,process.on('SIGUSR2',()=>void Promise.reject(new Error('a stray promise')))`

describe('one process', () => {
  test('goes on serving after a promise that nobody asked was rejected, and logs it', async () => {
    const log = join(await temporaryFolder(), 'kiosk.log')
    const server = await serve([], { NODE_OPTIONS: `--import="${STRAY}"`, KIOSK_LOG_FILE: log })
    server.child.kill('SIGUSR2')
    await vi.waitFor(async () => expect(await readFile(log, 'utf8')).toContain('nobody had asked it'), 10_000)
    expect((await fetch(`${server.baseUrl}/healthz`)).status).toBe(200)
    expect(await server.stop('SIGTERM')).toMatchObject({ code: 0 })
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('%s reaches it, and it ends with 0', async (signal) => {
    const server = await serve([])
    expect(await server.stop(signal)).toMatchObject({
      code: 0,
      signal: null,
      stderr: expect.stringMatching(/^Stopping: /m),
    })
  })

  test('a refused second engine ends with 1 and a line', async () => {
    const server = await serve(['--role', 'engine'])
    const second = await runBin(['serve', '--role', 'engine'], {
      KIOSK_DATA_DIR: server.dataDir,
      KIOSK_ENGINE_PORT: '0',
    })
    expect(second).toMatchObject({ code: 1, stdout: '' })
    expect(second.stderr).toContain('Another engine serves the data directory')
    expect((await server.stop('SIGTERM')).code).toBe(0)
  })

  test('a port in use ends with 1 and names the setting', async () => {
    const taken = await standInGateway({})
    const variables = { KIOSK_DATA_DIR: await temporaryFolder(), KIOSK_ENGINE_PORT: new URL(taken.url).port }
    const { code, stderr } = await runBin(['serve', '--role', 'engine'], variables)
    expect(code).toBe(1)
    expect(stderr).toContain('KIOSK_ENGINE_PORT')
  })

  test.each([
    [{ KIOSK_ENGINE_HOST: '192.0.2.1' }, /this machine has no such address.*KIOSK_ENGINE_HOST/],
    [{ KIOSK_DATA_DIR: '/dev/null/data' }, /\/dev\/null\/data cannot be used \(ENOTDIR\).*KIOSK_DATA_DIR/],
    [{ KIOSK_LOG_FILE: '/dev/null/log' }, /KIOSK_LOG_FILE: the file \/dev\/null\/log cannot be written/],
  ])('what the machine refuses is said with the setting to change: %o', async (variables, sentence) => {
    const env = { KIOSK_DATA_DIR: await temporaryFolder(), KIOSK_ENGINE_PORT: '0', ...variables }
    const { code, stdout, stderr } = await runBin(['serve', '--role', 'engine'], env)
    expect([code, stdout]).toEqual([1, ''])
    expect(stderr).toMatch(sentence)
  })

  test('errors of both roles lead to the page of the app, on free ports too', async () => {
    const { baseUrl, appUrl } = await serve([])
    for (const url of [`${baseUrl}/usage`, `${appUrl}/nothing`]) {
      const { error } = (await (await fetch(url)).json()) as { error: { code: string; docs: string } }
      expect(error.docs).toBe(`${appUrl}/docs/errors#${error.code}`)
      expect(await (await fetch(error.docs)).text()).toContain(`id="${error.code}"`)
    }
  })

  test('says at start what of the settings deserves a look', async () => {
    const server = await serve(['--role', 'engine'], { KIOSK_ENGIN_HOST: 'x', KIOSK_EGRESS_ALLOW: '127.0.0.1:9' })
    const { stderr } = await server.stop('SIGTERM')
    expect(stderr).toContain(
      'warning: KIOSK_ENGIN_HOST is not a setting and does nothing. Did you mean KIOSK_ENGINE_HOST?',
    )
    expect(stderr).toContain('warning: KIOSK_EGRESS_ALLOW lets callers reach 127.0.0.1:9')
  })
})

test('goes on without a reader of its messages, and still stops in order', async () => {
  const { child, baseUrl, stop } = await serve(['--role', 'engine'])
  child.stdout?.destroy()
  child.stderr?.destroy()
  expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200)
  expect(await stop('SIGTERM')).toMatchObject({ code: 0, signal: null })
})

describe('beside a running gateway', () => {
  test('admin commands work, and the gateway obeys them', async () => {
    const { baseUrl, run } = await serve(['--role', 'engine'])
    const usage = async (key: string) => (await fetch(`${baseUrl}/usage`, { headers: { 'x-api-key': key } })).status

    expect(await run('admin', 'create-org', '--name', 'Acme', '--plan', 'free')).toMatchObject({
      code: 0,
      stdout: 'acme\n',
    })
    const made = JSON.parse((await run('admin', 'create-key', '--org', 'acme', '--name', 'a', '--json')).stdout)
    // A new key is seen within a second of its making: what is awaited here is the promise itself.
    await expect.poll(() => usage(made.key), { timeout: 5_000 }).toBe(200)

    expect(await run('admin', 'delete-key', '--org', 'acme', '--id', made.id)).toMatchObject({ code: 0 })
    expect(await usage(made.key)).toBe(401)

    const { code, stdout } = await run('admin', 'backup', join(await temporaryFolder(), 'copy.db'), '--json')
    expect(code).toBe(0)
    expect(JSON.parse(stdout).bytes).toBeGreaterThan(0)
  })

  test('doctor knows the gateway by its ports', async () => {
    const { baseUrl, appUrl, dataDir } = await serve([])
    const ports = { KIOSK_ENGINE_PORT: new URL(baseUrl).port, KIOSK_APP_PORT: new URL(appUrl).port }
    // Without providers nothing is probed: this is about the ports.
    const KIOSK_PROVIDERS_DISABLED = providersOf(registry.values())
      .map(({ name }) => name)
      .join(',')
    const { stdout } = await runBin(['doctor', '--json'], {
      ...ports,
      KIOSK_PROVIDERS_DISABLED,
      KIOSK_DATA_DIR: dataDir,
    })
    const checks = (JSON.parse(stdout) as { checks: { name: string; status: string; found: string }[] }).checks
    const ofPorts = checks.filter(({ name }) => name.startsWith('port ')).map(({ found }) => found)
    expect(ofPorts).toEqual([
      expect.stringContaining('is served by a running gateway'),
      expect.stringContaining('is served by a running gateway'),
    ])
  })
})

describe('--sandbox', () => {
  test('a first call works with the guest key of the start', async () => {
    const { dataDir, run } = await serve(['--sandbox'])
    const catalog = JSON.parse((await run('catalog', '--json')).stdout) as { operations: CatalogRow[] }
    const example = catalog.operations.flatMap(({ slug, examples }) =>
      examples.filter(({ fails }) => fails === undefined).map(({ input }) => ({ slug, input })),
    )[0]
    const called = await run('call', example?.slug ?? '', JSON.stringify(example?.input))
    expect(called.stderr).toContain(`using the guest key in ${join(dataDir, 'guest-key')}`)
    expect(called.stderr).toMatch(/^sandbox · \d+ units? · /m)
    expect(called.code).toBe(0)
    expect(JSON.parse(called.stdout)).toEqual(expect.any(Object))
    expect(await readFile(join(dataDir, 'guest-key'), 'utf8')).toMatch(/^kiosk_[0-9a-f]{48}\n$/)
  })
})

interface CatalogRow {
  readonly slug: string
  readonly examples: readonly { readonly input: unknown; readonly fails?: string }[]
}
