// What script/generate writes is in the tree, and names everything there is and nothing else.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { catalogDocument, errorCodes, openApiDocument } from '@kiosk/catalog'
import { registry } from '@kiosk/operations'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { openApiFaults } from '../packages/catalog/test/openapi-faults.ts'
import { localVariables } from '../packages/mcp/src/local-settings.ts'
import { settingsTable } from '../packages/server/src/config.ts'
import { exampleOutputs } from '../script/lib/example-outputs.ts'
import { outOfStep, registryFile, viewFiles } from '../script/lib/generated-files.ts'

const root = join(import.meta.dirname, '..')
const operations = registry
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const found = (text: string, pattern: RegExp) =>
  [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].sort()

it('is in step (else run script/generate and commit the result)', async () => {
  expect(outOfStep(root, [registryFile(root), ...(await viewFiles(root))])).toEqual([])
})

describe('the docs', () => {
  it('have every operation, and no other', () => {
    const slugs = operations.map(({ slug }) => slug).sort()
    expect(found(read('docs/operations.md'), /^### (\S+)$/gm)).toEqual(slugs)
  })

  it('have every error code, and no other', () => {
    expect(found(read('docs/errors.md'), /^\| <a id="([A-Z_]+)">/gm)).toEqual([...errorCodes].sort())
  })

  const variables = settingsTable([...new Set(operations.map(({ provider }) => provider))])
    .map(({ variable }) => variable)
    .sort()

  it('have every setting, and no other', () => {
    expect(found(read('docs/configuration.md'), /^\| `(KIOSK_\w+)` \|/gm)).toEqual([...new Set(variables)])
  })

  it('speak of no setting that does not exist', () => {
    const pages = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
    const unknown = pages.flatMap((page) =>
      found(read(page), /\b(KIOSK_[A-Z0-9]+(?:_[A-Z0-9]+)*)\b(?![_*<])/g)
        .filter((name) => name && ![...variables, ...localVariables].includes(name))
        .map((name) => `${page}: ${name}`),
    )
    expect(unknown).toEqual([])
  })
})

describe('openapi.json', () => {
  it('is valid OpenAPI 3.0.3', async () => {
    expect(await openApiFaults(read('openapi.json'))).toEqual([])
  })
})

describe('examples', () => {
  it('fit the schemas that stand beside them', async () => {
    const catalog = catalogDocument({
      operations,
      outputs: await exampleOutputs(root, operations),
      version: '0.0.0',
      baseUrl: 'https://kiosk.example.test',
      generatedAt: new Date(0),
    })
    const ajv = new Ajv2020({ strict: false, validateFormats: false })
    const misfits = catalog.operations.flatMap(({ slug, inputSchema, outputSchema, examples }) =>
      examples.flatMap(({ title, input, output, fails }) => [
        ...(fails === 'INVALID_INPUT' || ajv.validate(inputSchema, input)
          ? []
          : [`${slug}, "${title}": input: ${ajv.errorsText()}`]),
        ...(fails || ajv.validate(outputSchema, output) ? [] : [`${slug}, "${title}": output: ${ajv.errorsText()}`]),
      ]),
    )
    expect(misfits).toEqual([])
    expect(Object.keys(openApiDocument(catalog).paths)).toHaveLength(operations.length + 1)
  })
})
