// The operations as files: `packages/operations/src/<provider>/<name>.ts`, and the registry that is made from them.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fixturePath, type Operation, operationFileName } from '@kiosk/catalog'

/** Folder of all providers, from the root of the repo. */
export const OPERATIONS = 'packages/operations/src'

/** Folders beside the providers'. */
const NOT_PROVIDERS = new Set(['shared'])

export interface OperationFile {
  readonly provider: string
  /** File name without its ending. */
  readonly name: string
}

/** Files that hold an operation, sorted: every `.ts` right in a provider's folder, less `provider.ts` and tests. */
export function operationFiles(root: string): OperationFile[] {
  const folder = join(root, OPERATIONS)
  const providers = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory() && !NOT_PROVIDERS.has(entry.name),
  )
  return providers
    .flatMap(({ name: provider }) =>
      readdirSync(join(folder, provider))
        .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts') && file !== 'provider.ts')
        .map((file) => ({ provider, name: file.slice(0, -'.ts'.length) })),
    )
    .sort((a, b) => (pathOf(a) < pathOf(b) ? -1 : 1))
}

export function pathOf({ provider, name }: OperationFile): string {
  return `${provider}/${name}.ts`
}

/** What is wrong with the files that can be seen without running them; empty when all is well. */
export function fileFaults(root: string, files: readonly OperationFile[]): string[] {
  return files
    .filter((file) => !/^export const operation\b/m.test(readFileSync(join(root, OPERATIONS, pathOf(file)), 'utf8')))
    .map(
      (file) => `${OPERATIONS}/${pathOf(file)}: exports no \`operation\`; a file that helps operations belongs in lib/`,
    )
}

/** Source of `registry.generated.ts`. */
export function registrySource(files: readonly OperationFile[]): string {
  const imports = files.map((file) => `import { operation as ${variableOf(file)} } from './${pathOf(file)}'`)
  const list = files.map((file) => `  ${variableOf(file)},`)
  return `// Every operation by slug. Made by script/generate from the names of the files: do not edit.
import type { Operation } from '@kiosk/catalog'
${imports.join('\n')}

const operations: readonly Operation[] = [
${list.join('\n')}
]

/** Slug → operation. */
export const registry: ReadonlyMap<string, Operation> = new Map(operations.map((operation) => [operation.slug, operation]))
`
}

function variableOf({ provider, name }: OperationFile): string {
  return `${provider}-${name}`.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** Runs the files. Throws one error that names all files which could not be loaded. */
export async function loadOperations(root: string, files: readonly OperationFile[]): Promise<Operation[]> {
  const loaded = await Promise.allSettled(files.map((file) => loadOperation(root, file)))
  const faults = loaded.flatMap((result, index) => {
    const file = files[index]
    return result.status === 'rejected' && file ? [`${OPERATIONS}/${pathOf(file)}: ${reason(result.reason)}`] : []
  })
  const operations = loaded.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
  faults.push(...repeats(operations))
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return operations
}

async function loadOperation(root: string, file: OperationFile): Promise<Operation> {
  const module: { operation: Operation } = await import(pathToFileURL(join(root, OPERATIONS, pathOf(file))).href)
  const { operation } = module
  if (operation.provider.name !== file.provider || operationFileName(operation) !== file.name) {
    const right = `${operation.provider.name}/${operationFileName(operation)}.ts`
    throw new TypeError(`${operation.slug} of provider ${operation.provider.name} belongs in ${right}`)
  }
  if (!existsSync(join(root, OPERATIONS, fixturePath(operation)))) {
    throw new TypeError(`has no fixture: write ${OPERATIONS}/${fixturePath(operation)}`)
  }
  return operation
}

function repeats(operations: readonly Operation[]): string[] {
  return [...Map.groupBy(operations, (operation) => operation.slug)]
    .filter(([, sharing]) => sharing.length > 1)
    .map(([slug]) => `${slug}: more than one operation has this slug`)
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
