// What script/new writes passes every suite as it is.
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { loadFixture, type Operation } from '@kiosk/catalog'
import { abortChecks, brokenUpstreamChecks, replayChecks, rulesChecks } from '@kiosk/testkit'
import { afterAll, describe, expect, it } from 'vitest'
import { exampleOutputs } from '../script/lib/example-outputs.ts'
import { readArguments } from '../script/lib/new-operation-arguments.ts'
import { fileFaults, loadOperations, operationFiles, registrySource } from '../script/lib/operation-files.ts'
import { type NewOperation, newFiles } from '../script/lib/operation-template.ts'

const root = join(import.meta.dirname, '..')
const scratch = mkdtempSync(join(tmpdir(), 'kiosk-new-'))
const OPERATIONS = 'packages/operations/src'

afterAll(() => rmSync(scratch, { recursive: true }))

/** A tree with nothing but the shared helpers and the given files. */
function plant(name: string, files: readonly { path: string; content: string }[]): string {
  const tree = join(scratch, name)
  cpSync(join(root, OPERATIONS, 'shared'), join(tree, OPERATIONS, 'shared'), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  for (const { path, content } of files) {
    mkdirSync(dirname(join(tree, path)), { recursive: true })
    writeFileSync(join(tree, path), content)
  }
  return tree
}

const kinds: [string, NewOperation, { name: string; address: string } | null][] = [
  ['of a new provider', { provider: 'library', name: 'opening-hours', suffix: 'get' }, null],
  ['with the suffix .post', { provider: 'library', name: 'book', suffix: 'post' }, null],
  [
    'of a provider whose upstream is not main',
    { provider: 'library', name: 'shelf', suffix: 'get' },
    { name: 'data', address: 'https://data.library.example' },
  ],
]

describe.each(kinds)('a new operation %s', async (_, wanted, upstream) => {
  const provider = `import { defineProvider } from '@kiosk/catalog'
    export const library = defineProvider({ name: 'library', title: 'Library', upstreams: { main: null, data: '${upstream?.address}' }, hosts: 'own' })`
  const given = upstream ? [{ path: `${OPERATIONS}/library/provider.ts`, content: provider }] : []
  const tree = plant(wanted.name, [...given, ...newFiles(wanted, upstream)])
  const [operation] = await loadOperations(tree, operationFiles(tree))
  if (!operation) throw new Error('nothing was written')
  const url = pathToFileURL(join(tree, OPERATIONS, 'library/fixtures', `${wanted.name}.json`))
  const fixture = await loadFixture(url, (file) => readFile(file))
  const subjects = [{ operation, fixture }]

  it('has the slug that was asked for', () => {
    expect(operation.slug).toBe(`library-${wanted.name}.${wanted.suffix}`)
  })

  it.each(
    [
      ...rulesChecks(subjects),
      ...replayChecks(subjects),
      ...brokenUpstreamChecks(subjects),
      ...abortChecks(subjects),
    ].map((check, index) => [`${index} ${check.title}`, check.run] as const),
  )('passes check %s', async (_title, run) => {
    await run()
  })

  it('has outputs for its examples', async () => {
    expect(await exampleOutputs(tree, [operation])).toEqual({
      [operation.slug]: {
        'A known name': { name: 'Blue Heron', description: 'A wading bird.', fetchedAt: '2026-03-14T09:30:00.000Z' },
      },
    })
  })
})

describe('the files of operations', () => {
  const wanted: NewOperation = { provider: 'library', name: 'book', suffix: 'get' }
  const files = newFiles(wanted, null)
  const without = (part: string) => files.filter(({ path }) => !path.includes(part))
  const load = (tree: string): Promise<Operation[]> => loadOperations(tree, operationFiles(tree))

  it('are found by their names, helpers and tests are not', () => {
    const extra = ['library/book.test.ts', 'library/lib/shelves.ts'].map((path) => ({
      path: `${OPERATIONS}/${path}`,
      content: '',
    }))
    const tree = plant('found', [...files, ...extra])
    expect(operationFiles(tree)).toEqual([{ provider: 'library', name: 'book' }])
    expect(registrySource(operationFiles(tree))).toContain(
      "import { operation as libraryBook } from './library/book.ts'",
    )
  })

  it('must hold an operation', () => {
    const tree = plant('helper', [
      ...files,
      { path: `${OPERATIONS}/library/shelves.ts`, content: 'export const x = 1\n' },
    ])
    expect(fileFaults(tree, operationFiles(tree))).toEqual([
      expect.stringMatching(/library\/shelves\.ts: exports no `operation`/),
    ])
  })

  it('must be named after the slug', async () => {
    const misnamed = files.map((file) => ({ ...file, path: file.path.replace('library/book.ts', 'library/tome.ts') }))
    await expect(load(plant('misnamed', misnamed))).rejects.toThrow('belongs in library/book.ts')
  })

  it('must have a fixture, with a case for every example', async () => {
    await expect(load(plant('bare', without('fixtures')))).rejects.toThrow('has no fixture: write')
    const renamed = files.map((file) => ({ ...file, content: file.content.replace('"A known name"', '"Another"') }))
    const tree = plant('uncovered', renamed)
    await expect(exampleOutputs(tree, await load(tree))).rejects.toThrow('needs a case for the example "A known name"')
  })
})

describe('script/new', () => {
  it('reads what is asked', () => {
    expect(readArguments(['library/opening-hours'])).toEqual({
      provider: 'library',
      name: 'opening-hours',
      suffix: 'get',
    })
    expect(readArguments(['library/book', '--post'])).toEqual({ provider: 'library', name: 'book', suffix: 'post' })
  })

  it.each([
    [[]],
    [['library']],
    [['Library/book']],
    [['library/Book']],
    [['shared/book']],
    [['library/provider']],
    [['library/book', '--put']],
    [['library/book', '--get', '--post']],
    [['library/book', 'library/shelf']],
  ])('does not take %j', (args) => {
    expect(readArguments(args)).toBeUndefined()
  })

  it('overwrites nothing', async () => {
    const script = join(root, 'script/lib/new-operation.ts')
    const ended = await new Promise<{ code: number | null; stderr: string }>((resolve) => {
      const child = execFile(process.execPath, [script, 'codehost/repo'], (_error, _stdout, stderr) =>
        resolve({ code: child.exitCode, stderr }),
      )
    })
    expect(ended).toEqual({ code: 1, stderr: expect.stringContaining('codehost/repo.ts exists already') })
  })
})
