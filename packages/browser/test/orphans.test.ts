// What a gateway that was killed leaves: its browsers end by themselves, and what does not is ended by the next gateway.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startTicks } from '../src/process/process-table.ts'
import { makeProfile, reapOrphans } from '../src/process/profiles.ts'
import { executablePath, needBrowser } from './support/executable.ts'
import { browserProcesses } from './support/studio.ts'
import { until } from './support/until.ts'

beforeEach(({ skip }) => skip(process.platform !== 'linux', 'what a process is asked about stands in /proc of Linux'))

let dataDir: string
let profiles: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'kiosk-orphans-'))
  profiles = join(dataDir, 'browser')
})
afterEach(async () => {
  await rm(dataDir, { recursive: true, force: true })
})

/** A process that bears the name of a profile, as a browser does. */
function pretend(profile: string, more: readonly string[] = []) {
  const child = spawn(
    process.execPath,
    ['-e', 'setInterval(() => {}, 1000)', '--', `--user-data-dir=${profile}`, ...more],
    {
      detached: true,
      stdio: 'ignore',
    },
  )
  return { child, exited: once(child, 'exit') }
}

describe('reaping', () => {
  it('ends the browser of a gateway that is gone, and removes its folder', async () => {
    const orphaned = join(profiles, '999999999-1-abc')
    await mkdir(orphaned, { recursive: true })
    const { exited } = pretend(orphaned, ['--more'])
    await until(async () => (await browserProcesses(dataDir)).length > 0)
    expect(await reapOrphans(profiles)).toBe(1)
    expect(await exited).toEqual([null, 'SIGKILL'])
    expect(await readdir(profiles)).toEqual([])
  })

  it('knows a gateway by its start, for its id may be another process by now', async () => {
    const ticks = (await startTicks(process.pid)) ?? 0
    await mkdir(join(profiles, `${process.pid}-${ticks - 1}-abc`), { recursive: true })
    const own = await makeProfile(profiles)
    expect(await reapOrphans(profiles)).toBe(0)
    expect(await readdir(profiles)).toEqual([own.slice(profiles.length + 1)])
  })

  it('leaves processes alone that bear another name, or only begin with it', async () => {
    const orphaned = join(profiles, '999999999-1-abc')
    await mkdir(orphaned, { recursive: true })
    const other = pretend(`${orphaned}def`, ['--more'])
    await until(async () => (await browserProcesses(dataDir)).length > 0)
    expect(await reapOrphans(profiles)).toBe(0)
    expect(other.child.exitCode).toBeNull()
    other.child.kill('SIGKILL')
    await other.exited
  })

  it('removes the socket of a full browser, and nothing else where its link leads', async () => {
    const orphaned = join(profiles, '999999999-1-abc')
    const sockets = join(dataDir, 'org.chromium.Chromium.abc')
    const home = join(dataDir, 'home')
    for (const folder of [orphaned, `${orphaned}d`, sockets, home]) await mkdir(folder, { recursive: true })
    for (const name of ['SingletonSocket', 'SingletonCookie']) await writeFile(join(sockets, name), '')
    await writeFile(join(home, 'letter'), '')
    await symlink(join(sockets, 'SingletonSocket'), join(orphaned, 'SingletonSocket'))
    await symlink(join(home, 'letter'), join(`${orphaned}d`, 'SingletonSocket'))
    expect(await reapOrphans(profiles)).toBe(0)
    expect((await readdir(dataDir)).sort()).toEqual(['browser', 'home'])
    expect(await readdir(home)).toEqual(['letter'])
  })

  it('has nothing to do where there was no browser', async () => {
    expect(await reapOrphans(profiles)).toBe(0)
  })
})

describe('a gateway that is killed', () => {
  needBrowser()

  it('takes its browser along', { timeout: 60_000 }, async () => {
    const script = `
      import { resolveExecutable } from ${JSON.stringify(join(import.meta.dirname, '../src/process/executable.ts'))}
      import { launchBrowser } from ${JSON.stringify(join(import.meta.dirname, '../src/process/launch.ts'))}
      const executable = await resolveExecutable(${JSON.stringify(executablePath)})
      await launchBrowser({ executable, profiles: ${JSON.stringify(profiles)}, environment: process.env })
      process.stdout.write('up')
      setInterval(() => {}, 1000)
    `
    const gateway = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    await once(gateway.stdout, 'data')
    expect((await browserProcesses(dataDir)).length).toBeGreaterThan(1)
    gateway.kill('SIGKILL')
    await until(async () => (await browserProcesses(dataDir)).length === 0)
    expect(await reapOrphans(profiles)).toBe(0)
    expect(await readdir(profiles)).toEqual([])
  })
})
