import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { registry } from '@kiosk/operations'
import { describe, expect, test, vi } from 'vitest'
import { allCommands, commandNames } from '../src/commands/all-commands.ts'
import { version } from '../src/config.ts'
import { bin, runBin, runHere, temporaryFolder } from './command-lines.ts'

// A bound for hangs only: starting programs takes long on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

describe('help', () => {
  test('kiosk, kiosk help and kiosk --help list every command', async () => {
    const [bare, word, option] = await Promise.all([runHere([]), runHere(['help']), runHere(['--help'])])
    expect(bare).toMatchObject({ code: 0, stderr: '' })
    expect(word).toEqual(bare)
    expect(option).toEqual(bare)
    for (const name of commandNames) expect(bare.stdout).toContain(`  kiosk ${name} `)
    expect(bare.stdout).not.toContain('canary')
  })

  test.each(commandNames)('kiosk %s --help tells usage, every option and an example', async (name) => {
    const { code, stdout, stderr } = await runHere([...name.split(' '), '--help'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    const command = (await allCommands()).find((candidate) => candidate.name === name)
    expect(stdout.split('\n')[0]).toBe(command?.summary)
    expect(stdout).toContain(`\nUsage: kiosk ${name}`)
    expect(stdout).toMatch(/\nOptions:\n(?: {2}--[a-z-]+(?: \S+)? {2,}\S.*\n)+/)
    expect(stdout).toMatch(new RegExp(`\\nExamples?:\\n.*kiosk ${name}`))
    expect(await runHere(['help', ...name.split(' ')])).toEqual({ code, stdout, stderr })
  })

  test('the examples call operations that exist', async () => {
    const shown = (await allCommands()).flatMap(({ help }) => [
      ...help.matchAll(/kiosk call ([a-z0-9-]+\.(?:get|post))/g),
    ])
    const slugs = new Set(shown.map(([, slug]) => slug))
    expect(slugs.size).toBeGreaterThan(1)
    expect(registry.map((operation) => operation.slug)).toEqual(expect.arrayContaining([...slugs]))
  })

  test('a group lists its commands', async () => {
    const { code, stdout } = await runHere(['admin', '--help'])
    expect(code).toBe(0)
    expect(stdout).toContain('kiosk admin set-plan')
    expect(stdout).not.toContain('kiosk serve')
  })

  test('kiosk --version', async () => {
    expect(await runHere(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })
})

describe('wrong usage is exit code 2, says what would be right, and where help is', () => {
  const org = ['--org', 'acme']
  const createOrg = ['admin', 'create-org', '--name', 'A', '--plan', 'free']
  const wrong: [args: string[], sentence: string, help: string][] = [
    [['serv'], 'kiosk has no command serv. Did you mean serve?', 'kiosk help'],
    [['frobnicate'], 'kiosk has no command frobnicate.', 'kiosk help'],
    [['--json', 'catalog'], 'kiosk has no option --json; options come after the command.', 'kiosk help'],
    [['admin'], 'kiosk admin needs one of its commands after it.', 'kiosk admin --help'],
    [['admin', 'list-org'], 'kiosk has no command admin list-org. Did you mean admin list-orgs?', 'kiosk admin --help'],
    [['serve', '--sandbx'], 'kiosk serve has no option --sandbx. Did you mean --sandbox?', 'kiosk serve --help'],
    [['serve', '--role', 'both'], '--role is engine, app, all; there is no both.', 'kiosk serve --help'],
    [['serve', '--role'], '--role needs a value: --role engine|app|all', 'kiosk serve --help'],
    [['serve', '--sandbox=yes'], '--sandbox takes no value.', 'kiosk serve --help'],
    [['serve', 'now'], '"now" is too much', 'kiosk serve --help'],
    [['call'], 'kiosk call takes <slug> [<json> | @file | -].', 'kiosk call --help'],
    [['call', '../usage'], '"../usage" is no slug', 'kiosk call --help'],
    [['call', 'a.get', '{title:1}'], 'The input is not JSON', 'kiosk call --help'],
    [
      ['admin', 'create-key', '--name', 'x'],
      'kiosk admin create-key needs --org SLUG.',
      'kiosk admin create-key --help',
    ],
    [['admin', 'create-key', '--org', '--name', 'x'], '--org needs a value', 'kiosk admin create-key --help'],
    [['admin', 'create-key', ...org, '--name', ' '], '--name is a text of 1 to 100', 'kiosk admin create-key --help'],
    [['admin', 'set-plan', ...org, '--plan', 'team', '--quota', '1.5'], '--quota is a whole number', 'set-plan --help'],
    [[...createOrg, '--admin-email', 'ada'], '--admin-email is an e-mail address', 'create-org --help'],
    [[...createOrg, '--admin-password=x'], '--admin-password needs --admin-email EMAIL', 'create-org --help'],
    [
      [...createOrg, '--admin-email', 'a@example.test', '--admin-password=x'],
      '8 to 128 characters',
      'create-org --help',
    ],
    [['admin', 'backup'], 'kiosk admin backup takes <file>.', 'kiosk admin backup --help'],
  ]

  test.each(wrong)('kiosk %j', async (args, sentence, help) => {
    const { code, stdout, stderr } = await runHere(args, { KIOSK_DATA_DIR: '/nowhere' })
    expect(code).toBe(2)
    expect(stderr).toContain(sentence)
    expect(stderr).toMatch(new RegExp(`See: .*${help}\\n$`))
    // `--json` stands before the command in one case, and is meant all the same.
    if (!args.includes('--json')) expect(stdout).toBe('')
  })

  test('with --json, stdout is one document', async () => {
    const { code, stdout, stderr } = await runHere(['admin', 'list-keys', '--json'])
    expect(code).toBe(2)
    expect(JSON.parse(stdout)).toEqual({
      error: { code: 'USAGE', message: 'kiosk admin list-keys needs --org SLUG.' },
    })
    expect(stderr).toContain('needs --org SLUG')
  })
})

describe('settings that are not right', () => {
  test('stop a start, all named', async () => {
    const { code, stderr } = await runHere(['serve'], { KIOSK_ENGINE_PORT: 'x', KIOSK_UPSTREAM_CODEHOST: 'y' })
    expect(code).toBe(1)
    expect(stderr).toMatch(/KIOSK_ENGINE_PORT: expected .*\n.*KIOSK_UPSTREAM_CODEHOST: expected/)
  })

  test.each(['serve', 'migrate', 'admin list-orgs'])('a cluster is refused by kiosk %s', async (name) => {
    const { code, stderr } = await runHere(name.split(' '), { KIOSK_DATABASE_URL: 'postgres://u:hunter2@db/kiosk' })
    expect(code).toBe(1)
    expect(stderr).toContain('this release knows the embedded database only')
    expect(stderr).not.toContain('hunter2')
  })
})

describe('bin/kiosk', () => {
  test('runs through links, as npm makes them, from any folder', async () => {
    const folder = await temporaryFolder()
    await symlink(bin, join(folder, 'first'))
    await symlink('first', join(folder, 'second'))
    const { stdout } = await promisify(execFile)(join(folder, 'second'), ['--version'], { cwd: '/' })
    expect(stdout).toBe(`${version}\n`)
  })

  test('says what to do before the dependencies are installed', async () => {
    const copy = await checkoutWithoutNode()
    const { code, stderr } = await runCopy(copy, '/usr/bin:/bin')
    expect(code).toBe(1)
    expect(stderr).toMatch(/dependencies are not installed yet.*script\/bootstrap\n$/)
  })

  test('refuses an older Node and says what would do', async () => {
    const copy = await checkoutWithoutNode()
    await mkdir(join(copy, 'node_modules'))
    await writeFile(join(copy, 'node'), '#!/bin/sh\necho v20.20.2\n')
    await chmod(join(copy, 'node'), 0o755)
    const { code, stderr } = await runCopy(copy, `${copy}:/usr/bin:/bin`)
    expect(code).toBe(1)
    expect(stderr).toMatch(/Node\.js 24 or newer is needed/)
  })

  test('wrong usage reaches the exit code of the process', async () => {
    const { code, stdout, stderr } = await runBin(['catalo'], {})
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toBe('kiosk has no command catalo. Did you mean catalog?\nSee: kiosk help\n')
  })

  async function checkoutWithoutNode(): Promise<string> {
    const folder = await temporaryFolder()
    await mkdir(join(folder, 'packages/server/bin'), { recursive: true })
    await cp(bin, join(folder, 'packages/server/bin/kiosk'))
    return folder
  }

  function runCopy(copy: string, path: string): Promise<{ code: unknown; stderr: string }> {
    return new Promise((resolve) => {
      execFile(join(copy, 'packages/server/bin/kiosk'), [], { env: { PATH: path } }, (error, _, stderr) => {
        resolve({ code: error?.code ?? 0, stderr })
      })
    })
  }
})
