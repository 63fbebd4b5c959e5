// What script/generate writes: every file with its content, made from the operations, their fixtures and the server's settings.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  type CatalogDocument,
  catalogDocument,
  errorsPage,
  type Operation,
  openApiDocument,
  operationFileName,
  operationsPage,
  operationsTable,
  table,
} from '@kiosk/catalog'
import type { SettingRow } from '../../packages/server/src/config.ts'
import { exampleOutputs } from './example-outputs.ts'
import {
  fileFaults,
  loadOperations,
  OPERATIONS,
  type OperationFile,
  operationFiles,
  registrySource,
} from './operation-files.ts'
import { proofSource, SDK, tableSource, typesSource } from './sdk-files.ts'

export interface GeneratedFile {
  /** From the root of the repo. */
  readonly path: string
  readonly content: string
}

const BEGIN = '<!-- operations:begin -->'
const END = '<!-- operations:end -->'

/** The registry, from file names alone: it can be written while an operation does not load yet. Throws on a file that is no operation. */
export function registryFile(root: string): GeneratedFile {
  const files = operationFiles(root)
  const faults = fileFaults(root, files)
  if (faults.length > 0) throw new Error(faults.join('\n'))
  return { path: `${OPERATIONS}/registry.generated.ts`, content: registrySource(files) }
}

/** Everything that needs the operations themselves. Throws naming what is wrong with them. */
export async function viewFiles(root: string): Promise<GeneratedFile[]> {
  const operations = await loadOperations(root, operationFiles(root))
  const outputs = await exampleOutputs(root, operations)
  const catalog = catalogDocument({
    operations,
    outputs,
    version: versionOf(root),
    baseUrl: 'http://127.0.0.1:8080',
    // Never written into a file: what is generated must be the same tomorrow.
    generatedAt: new Date(0),
  })
  return [
    { path: `${OPERATIONS}/examples.generated.json`, content: json(outputs) },
    ...sdkFiles(root, catalog, operations),
    { path: 'packages/mcp/src/catalog.generated.json', content: `${JSON.stringify(catalog)}\n` },
    { path: 'openapi.json', content: json(openApiDocument(catalog)) },
    { path: 'docs/operations.md', content: operationsPage(catalog) },
    { path: 'docs/errors.md', content: errorsPage() },
    await configurationPage(operations),
    ...readme(root, catalog),
  ]
}

function sdkFiles(root: string, catalog: CatalogDocument, operations: readonly Operation[]): GeneratedFile[] {
  const slugOf = (file: OperationFile) => {
    const operation = operations.find(
      (one) => one.provider.name === file.provider && operationFileName(one) === file.name,
    )
    if (operation === undefined) throw new TypeError(`${file.provider}/${file.name} is no operation`)
    return operation.slug
  }
  return [
    { path: `${SDK}/src/operation-types.generated.ts`, content: typesSource(catalog) },
    { path: `${SDK}/src/operations.generated.ts`, content: tableSource(catalog) },
    { path: `${SDK}/test/operation-types.generated.ts`, content: proofSource(operationFiles(root), slugOf) },
  ]
}

/** Paths that do not hold what would be written now. */
export function outOfStep(root: string, files: readonly GeneratedFile[]): string[] {
  return files.filter(({ path, content }) => readIfThere(join(root, path)) !== content).map(({ path }) => path)
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

function versionOf(root: string): string {
  const { version }: { version: string } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return version
}

function readIfThere(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** The table between the markers, if there is a README and it has them. */
function readme(root: string, catalog: CatalogDocument): GeneratedFile[] {
  const now = readIfThere(join(root, 'README.md'))
  const [before, rest] = now?.split(BEGIN) ?? []
  const after = rest?.split(END)[1]
  if (before === undefined || after === undefined) return []
  const content = `${before}${BEGIN}\n\n${operationsTable(catalog, 'docs/operations.md')}\n\n${END}${after}`
  return [{ path: 'README.md', content }]
}

async function configurationPage(operations: readonly Operation[]): Promise<GeneratedFile> {
  // Loaded late: the registry and the other views do not wait for the server to be sound.
  const { settingsTable } = await import('../../packages/server/src/config.ts')
  const providers = [...new Map(operations.map(({ provider }) => [provider.name, provider])).values()]
  const rows = settingsTable(providers)
  const tableOf = (part: typeof rows) => table(['Variable', 'What it does', 'Default'], part.map(settingCells))
  const content = `# Configuration

Everything is set by environment variables. A malformed value stops the start and names the variable; an unknown \`KIOSK_\` variable is a warning.

## The service

${tableOf(rows.filter((row) => row.provider === null))}

## Providers

Where a third party is reached, and what its operations need. What an operator sets here is trusted.

${tableOf(rows.filter((row) => row.provider !== null))}
`
  return { path: 'docs/configuration.md', content }
}

function settingCells(row: SettingRow): string[] {
  const notes = [row.says, row.secret && 'A secret.', row.file && '`@path` stands for the content of a file.']
  return [
    `\`${row.variable}\``,
    notes.filter(Boolean).join(' '),
    row.default ? `\`${row.default}\`` : (row.unset ?? ''),
  ]
}
