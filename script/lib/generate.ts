// script/generate [--check]: writes what follows from the operations, or says what is out of step.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type GeneratedFile, outOfStep, registryFile, viewFiles } from './generated-files.ts'

const root = join(import.meta.dirname, '../..')

async function main(args: readonly string[]): Promise<number> {
  const check = args[0] === '--check'
  if (args.length > (check ? 1 : 0)) {
    process.stderr.write('Usage: script/generate [--check]\n')
    return 2
  }
  try {
    // First, and alone: an operation that does not load must not keep the others from being registered.
    const registry = [registryFile(root)]
    if (!check) write(registry)
    const views = await viewFiles(root)
    return check ? report([...registry, ...views]) : write(views)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`)
    return 1
  }
}

function write(files: readonly GeneratedFile[]): number {
  const changed = outOfStep(root, files)
  for (const { path, content } of files.filter((file) => changed.includes(file.path))) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
    process.stdout.write(`wrote ${path}\n`)
  }
  return 0
}

function report(files: readonly GeneratedFile[]): number {
  const stale = outOfStep(root, files)
  if (stale.length === 0) return 0
  process.stderr.write(
    `Out of step with the operations: ${stale.join(', ')}\nRun script/generate and commit the result.\n`,
  )
  return 1
}

process.exitCode = await main(process.argv.slice(2))
