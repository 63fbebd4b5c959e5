// script/new <provider>/<name> [--post]: writes the files of a new operation and says what comes next.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Provider } from '@kiosk/catalog'
import { readArguments } from './new-operation-arguments.ts'
import { OPERATIONS } from './operation-files.ts'
import { type NewOperation, newFiles, type Upstream } from './operation-template.ts'

const USAGE = `Usage: script/new <provider>/<name> [--post]

  <provider>  one lower-case word, such as library
  <name>      kebab-case, without the provider, such as opening-hours
  --post      the slug ends in .post; without it in .get (both are called by POST)
`

const root = join(import.meta.dirname, '../..')

async function main(args: readonly string[]): Promise<number> {
  const operation = readArguments(args)
  if (!operation) {
    process.stderr.write(USAGE)
    return 2
  }
  const upstream = await existingUpstream(operation.provider)
  if (upstream === undefined) {
    process.stderr.write(
      `${operation.provider} has no upstream with a fixed address to start from; copy one of its operations.\n`,
    )
    return 1
  }
  const files = newFiles(operation, upstream)
  const taken = files.find(({ path }) => existsSync(join(root, path)))
  if (taken) {
    process.stderr.write(`${taken.path} exists already; choose another name.\n`)
    return 1
  }
  for (const { path, content } of files) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
    process.stdout.write(`wrote ${path}\n`)
  }
  // Names differ in length, and with them where lines break.
  const sources = files.map(({ path }) => path).filter((path) => path.endsWith('.ts'))
  execFileSync('biome', ['format', '--write', ...sources], { cwd: root, stdio: 'pipe' })
  process.stdout.write(nextSteps(operation))
  return 0
}

/** The first upstream of a provider that has a whole address (`main` before others), null for a new provider, undefined when there is none. */
async function existingUpstream(name: string): Promise<Upstream | null | undefined> {
  const path = join(root, OPERATIONS, name, 'provider.ts')
  if (!existsSync(path)) return null
  const module: Record<string, Provider | undefined> = await import(pathToFileURL(path).href)
  const whole = Object.entries(module[name]?.upstreams ?? {}).flatMap(([upstream, address]) =>
    address === null || address.includes('{') ? [] : [{ name: upstream, address }],
  )
  return whole.find((upstream) => upstream.name === 'main') ?? whole[0]
}

function nextSteps({ provider, name }: NewOperation): string {
  const file = `${OPERATIONS}/${provider}/${name}.ts`
  return `
Next:
  1. ${file}: say what it takes, gives and costs; \`run\` fetches, the parse function understands.
  2. ${OPERATIONS}/${provider}/fixtures/${name}.json: one case for each example and each trap of the upstream.
  3. script/generate
  4. script/test packages/operations
`
}

process.exitCode = await main(process.argv.slice(2))
