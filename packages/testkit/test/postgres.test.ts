// The PostgreSQL of tests: real, behind a password, on loopback, and gone with them.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { postgresMissing, startPostgres, until } from '../src/index.ts'

// A bound for hangs only: servers are started here.
vi.setConfig({ testTimeout: 60_000 })

const missing = postgresMissing()
beforeEach(({ skip }) => skip(missing !== null, missing ?? ''))

test('keeps what was committed through a crash, at the same address', async () => {
  const server = await startPostgres({ isDurable: true, settings: { max_connections: '7' } })
  onTestFinished(() => server.stop())
  expect(await server.sql("SELECT current_setting('fsync'), current_setting('max_connections')")).toBe('on|7')
  await server.sql('CREATE TABLE kept AS SELECT 1 AS one')
  const first = new URL(await server.createDatabase())
  await server.halt('SIGQUIT')
  await expect(server.sql('SELECT 1')).rejects.toThrow(/refused/)
  await server.resume()
  expect(await server.sql('SELECT one FROM kept')).toBe('1')
  const second = new URL(await server.createDatabase())
  expect(second.host).toBe(first.host)
  expect(second.pathname).not.toBe(first.pathname)
})

test('lets nobody in without the password', async () => {
  const server = await startPostgres()
  onTestFinished(() => server.stop())
  expect(await server.sql("SELECT DISTINCT auth_method FROM pg_hba_file_rules WHERE type = 'host'")).toBe(
    'scram-sha-256',
  )
  expect(await server.sql('SHOW listen_addresses')).toBe('127.0.0.1')
})

test('answers nobody while it is frozen, and goes on when thawed', async () => {
  const server = await startPostgres()
  onTestFinished(() => server.stop())
  await server.freeze()
  let isAnswered = false
  const answer = server.sql('SELECT 1').finally(() => {
    isAnswered = true
  })
  // Long enough for an answer, were there one.
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(isAnswered).toBe(false)
  server.thaw()
  expect(await answer).toBe('1')
})

test.each([
  ['stopped', 'await server.stop()'],
  ['killed with its tests', "process.kill(process.pid, 'SIGKILL')"],
  ['frozen, and killed with its tests', "await server.freeze(); process.kill(process.pid, 'SIGKILL')"],
])('leaves nothing behind when it is %s', async (_, end) => {
  const script = `import { startPostgres } from './src/servers/postgres.ts'
    const server = await startPostgres()
    console.log(await server.sql('SHOW data_directory'))
    ${end}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(child.stdout, 'data')
  const folder = dirname(String(line).trim())
  expect(folder).toMatch(/kiosk-postgres-/)
  await until('its files are gone', 20_000, () => !existsSync(folder))
})
