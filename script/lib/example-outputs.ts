// Outputs of the examples, taken from the fixtures: what the catalog, OpenAPI and the docs show.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ExampleOutputs, fixturePath, loadFixture, type Operation, renderTemplates } from '@kiosk/catalog'
import { OPERATIONS } from './operation-files.ts'

/** Above this size (as JSON) an output is shortened: the catalog is to be read, and sent to models. */
const MOST_CHARS = 6000
const SHORT_TEXT = 280
const SHORT_LIST = 3

/** Slug → title → output at the fixture's own time. Throws naming every success example without a case in its fixture. */
export async function exampleOutputs(root: string, operations: readonly Operation[]): Promise<ExampleOutputs> {
  const sorted = [...operations].sort((a, b) => (a.slug < b.slug ? -1 : 1))
  const loaded = await Promise.all(
    sorted.map(async (operation) => [operation.slug, await outputsOf(root, operation)] as const),
  )
  return Object.fromEntries(loaded)
}

async function outputsOf(root: string, operation: Operation): Promise<Record<string, unknown>> {
  const url = pathToFileURL(join(root, OPERATIONS, fixturePath(operation)))
  const fixture = await loadFixture(url, (file) => readFile(file))
  const outputs: Record<string, unknown> = {}
  for (const { title, fails } of operation.examples) {
    const one = fixture.cases.find((candidate) => candidate.title === title)
    if (!one) throw new TypeError(`${OPERATIONS}/${fixturePath(operation)}: needs a case for the example "${title}"`)
    if (!fails) outputs[title] = shortened(operation, renderTemplates(one.output, fixture.now))
  }
  return outputs
}

/** The output with long texts and lists cut, if it is big and still fits its schema then. */
function shortened(operation: Operation, output: unknown): unknown {
  if (JSON.stringify(output).length <= MOST_CHARS) return output
  const short = cut(output)
  return operation.output.safeParse(short).success ? short : output
}

function cut(value: unknown): unknown {
  if (typeof value === 'string') return value.length > SHORT_TEXT ? `${value.slice(0, SHORT_TEXT - 1)}…` : value
  if (Array.isArray(value)) return value.slice(0, SHORT_LIST).map(cut)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, cut(part)]))
}
