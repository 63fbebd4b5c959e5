import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { upstreamsOf } from '@kiosk/catalog'
import { registry } from '@kiosk/operations'
import { expect, onTestFinished, test, vi } from 'vitest'
import { providersOf } from '../src/commands/service-settings.ts'
import { runBin, runHere, temporaryFolder } from './command-lines.ts'
import { deadAddress, standInGateway } from './stand-in-gateway.ts'

// A bound for hangs only: starting programs takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

interface Report {
  ok: boolean
  checks: { name: string; status: string; found: string; todo?: string }[]
}

/** Every upstream at one local address, so that nothing of the doctor's leaves the machine. */
function allUpstreamsAt(url: string): Record<string, string> {
  const variables = providersOf(registry.values()).flatMap((provider) =>
    upstreamsOf(provider).map(({ variable }) => variable),
  )
  return Object.fromEntries(variables.map((variable) => [variable, url]))
}

async function examine(variables: Record<string, string>) {
  const { url } = await standInGateway({})
  const env = {
    ...allUpstreamsAt(url),
    KIOSK_DATA_DIR: join(await temporaryFolder(), 'data'),
    KIOSK_ENGINE_PORT: '0',
    KIOSK_APP_PORT: '0',
    PATH: '/nowhere',
    HOME: '/nowhere',
    ...variables,
  }
  const { code, stdout } = await runHere(['doctor', '--json'], env)
  const report = JSON.parse(stdout) as Report
  return { code, report, check: (name: string) => report.checks.find((check) => check.name === name) }
}

test('on a machine that has all that is needed: exit code 0, and what is worth a look is said', async () => {
  const { code, report, check } = await examine({})
  expect(report.checks.filter(({ status }) => status === 'fail')).toEqual([])
  expect({ code, ok: report.ok }).toEqual({ code: 0, ok: true })
  expect(check('data folder')?.found).toMatch(/is not there yet; the first start makes it/)
  expect(check('internet')?.found).toMatch(/^(\d+) of \1 upstreams answer$/)
  expect(check('upstream codehost')).toMatchObject({ status: 'ok', found: 'answers (HTTP 404)' })
  expect(check('clock')).toMatchObject({ status: 'ok', found: 'agrees with the upstreams' })
  expect(check('browser')).toMatchObject({ status: 'warn', todo: expect.stringContaining('KIOSK_BROWSER_PATH') })
})

test('by the program: a table, what to do, and exit code 1 without any upstream', async () => {
  const env = {
    ...allUpstreamsAt(await deadAddress()),
    KIOSK_DATA_DIR: await temporaryFolder(),
    KIOSK_ENGINE_PORT: '0',
    KIOSK_APP_PORT: '0',
  }
  const { code, stdout, stderr } = await runBin(['doctor'], env)
  expect({ code, stderr }).toEqual({ code: 1, stderr: '' })
  expect(stdout).toMatch(/^FAIL {2}internet +0 of \d+ upstreams answer$/m)
  expect(stdout).toMatch(/\nWhat to do:\n(?: {2}.*\n)*? {2}internet: check DNS/)
  expect(stdout).not.toContain('upstream codehost: its operations fail')
})

test('one upstream that does not answer is worth a look, with its variable', async () => {
  const { code, check } = await examine({ KIOSK_UPSTREAM_CODEHOST: await deadAddress() })
  expect(code).toBe(0)
  expect(check('upstream codehost')).toMatchObject({
    status: 'warn',
    todo: expect.stringContaining('KIOSK_UPSTREAM_CODEHOST'),
  })
})

test('malformed settings are all told', async () => {
  const { code, report } = await examine({ KIOSK_ENGINE_PORT: 'x', KIOSK_SIGNUP: 'y' })
  expect(code).toBe(1)
  expect(report.checks.map(({ name, status }) => `${name} ${status}`)).toEqual(['settings fail', 'settings fail'])
})

test('a port that something else uses', async () => {
  const server = createServer((socket) => void socket.destroy())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? String(address.port) : ''
  const { code, check } = await examine({ KIOSK_APP_PORT: port })
  expect(code).toBe(1)
  expect(check('port app')).toMatchObject({ status: 'fail', todo: expect.stringContaining('KIOSK_APP_PORT') })
})

test('a secret that others can read, and a database that does not open', async () => {
  const dataDir = await temporaryFolder()
  await writeFile(join(dataDir, 'secret'), 'x', { mode: 0o644 })
  await chmod(join(dataDir, 'secret'), 0o644)
  await writeFile(join(dataDir, 'kiosk.db'), 'this is not a database', { mode: 0o600 })
  const { code, check } = await examine({ KIOSK_DATA_DIR: dataDir })
  expect(code).toBe(1)
  expect(check('data folder')).toMatchObject({ status: 'warn', todo: expect.stringMatching(/^chmod go-rwx .*secret$/) })
  expect(check('store')?.status).toBe('fail')
})

test('a browser is started to know that it does', async () => {
  const folder = await temporaryFolder()
  await mkdir(join(folder, 'bin'))
  const fake = join(folder, 'bin', 'chromium')
  await writeFile(fake, '#!/bin/sh\necho Chromium 1.2.3\n', { mode: 0o755 })
  expect((await examine({ PATH: join(folder, 'bin') })).check('browser')?.found).toBe(`Chromium 1.2.3 at ${fake}`)
  const missing = await examine({ KIOSK_BROWSER_PATH: join(folder, 'none') })
  expect(missing.check('browser')).toMatchObject({ status: 'warn', found: expect.stringContaining('does not start') })
})
