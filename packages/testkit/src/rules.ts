// Suite: what every operation's definition must keep, so that forms, docs, limits and clients can be made from it.
import assert from 'node:assert/strict'
import { caseInput, isSlug, methodName, type Operation, operationFileName, toolName } from '@kiosk/catalog'
import { z } from 'zod'
import { objectsThat, unbounded, undescribed } from './bounds.ts'
import type { Check, Subject } from './subject.ts'

/** Where an operation is defined: folder and file name without its ending, such as `codehost/repo`. */
export interface DefinedAt {
  readonly operation: Operation
  readonly file: string
}

type Rule = (subject: Subject) => readonly string[]

const rules: Readonly<Record<string, Rule>> = {
  'names agree': ({ operation }) => [
    ...unless(isSlug(operation.slug), `slug ${operation.slug}: expected kebab-case words and .get or .post`),
    ...unless(
      new RegExp(`^${operation.provider.name}\\.[a-z][A-Za-z0-9]*$`).test(operation.id),
      `id ${operation.id}: expected ${operation.provider.name}. and a camelCase name`,
    ),
    ...unless(
      toolName(operation.slug).length <= 64,
      `tool name ${toolName(operation.slug)}: expected at most 64 characters`,
    ),
  ],
  'is described': ({ operation }) => [
    ...unless(operation.title.length > 2 && operation.title.length <= 60, 'title: expected 3 to 60 characters'),
    ...unless(/^[A-Z].{20,}\.$/s.test(operation.description), 'description: expected at least one sentence'),
    ...unless(operation.tags.length > 0, 'tags: expected at least one'),
    ...operation.tags
      .filter((tag) => !/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(tag))
      .map((tag) => `tag ${tag}: expected kebab-case`),
    ...undescribed(inputSchema(operation)).map((path) => `input ${path}: no description`),
    ...undescribed(outputSchema(operation)).map((path) => `output ${path}: no description`),
  ],
  'has limits': ({ operation }) => [
    ...unless(Number.isInteger(operation.units) && operation.units > 0, 'units: expected a whole number above 0'),
    ...unless(operation.timeoutSec > 0 && operation.timeoutSec <= 600, 'timeoutSec: expected above 0, at most 600'),
    ...unless(
      Number.isInteger(operation.cacheSec) && operation.cacheSec >= 0,
      'cacheSec: expected a whole number from 0',
    ),
    ...unless(operation.maxBodyBytes > 0, 'maxBodyBytes: expected above 0'),
    ...unbounded(inputSchema(operation)).map((problem) => `input ${problem}`),
  ],
  'input is closed, output open': ({ operation }) => [
    ...objectsThat('open', inputSchema(operation)).map((path) => `input ${path}: takes unknown fields`),
    ...objectsThat('closed', outputSchema(operation)).map(
      (path) => `output ${path}: leaves no room for further fields`,
    ),
  ],
  'hosts are named': ({ operation: { provider, needs } }) => [
    ...unless(
      !needs.includes('http') || provider.hosts === 'any' || Object.keys(provider.upstreams).length > 0,
      `provider ${provider.name}: names no upstream although it uses http`,
    ),
    ...Object.entries(provider.upstreams)
      .filter(([, address]) => address !== null && !/^https:\/\/[^/]+[^/]$/.test(address))
      .map(([name, address]) => `upstream ${name}: ${address} should be an https origin without a slash at its end`),
  ],
  'examples hold': ({ operation, fixture }) => [
    ...unless(fixture.operation === operation.slug, `fixture is of ${fixture.operation}`),
    ...unless(operation.examples[0]?.fails === undefined, 'the first example must be a success'),
    ...operation.examples.flatMap((example) => {
      const one = fixture.cases.find((candidate) => candidate.title === example.title)
      const parsed = operation.input.safeParse(example.input)
      return [
        ...unless(one !== undefined, `example "${example.title}": no case of the fixture has this title`),
        ...unless(one?.fails === example.fails, `example "${example.title}": example and case fail differently`),
        ...unless(
          parsed.success || example.fails === 'INVALID_INPUT',
          `example "${example.title}": ${parsed.error?.issues.map((issue) => issue.message).join('; ')}`,
        ),
      ]
    }),
    ...fixture.cases.flatMap((one) => {
      try {
        caseInput(operation, one)
        return []
      } catch (error) {
        return [String(error)]
      }
    }),
  ],
}

/** One check per operation and rule. */
export function rulesChecks(subjects: readonly Subject[]): Check[] {
  return subjects.flatMap((subject) =>
    Object.entries(rules).map(([title, rule]) => ({
      slug: subject.operation.slug,
      title,
      run: async () => assert.deepStrictEqual(rule(subject), []),
    })),
  )
}

/** Names that two operations share, or that clients could not tell apart. Empty when all is well. */
export function sharedNames(operations: readonly Operation[]): string[] {
  const names = (of: (operation: Operation) => string, what: string) => {
    const seen = new Map<string, string>()
    return operations.flatMap((operation) => {
      const first = seen.get(of(operation))
      seen.set(of(operation), operation.slug)
      return first === undefined ? [] : [`${what} ${of(operation)}: of ${first} and of ${operation.slug}`]
    })
  }
  return [
    ...names((operation) => operation.slug, 'slug'),
    ...names((operation) => operation.id, 'id'),
    ...names((operation) => toolName(operation.slug), 'tool name'),
    ...names((operation) => methodName(operation.slug), 'method name'),
  ]
}

/** Operations whose file is not named after slug and provider. Empty when all is well. */
export function misplaced(definitions: readonly DefinedAt[]): string[] {
  return definitions.flatMap(({ operation, file }) => {
    const expected = `${operation.provider.name}/${operationFileName(operation)}`
    return unless(file === expected, `${operation.slug} is in ${file}.ts, expected ${expected}.ts`)
  })
}

function unless(holds: boolean, problem: string): string[] {
  return holds ? [] : [problem]
}

function inputSchema(operation: Operation) {
  return z.toJSONSchema(operation.input, { io: 'input', unrepresentable: 'any' }) as Parameters<typeof unbounded>[0]
}

function outputSchema(operation: Operation) {
  // As written, not as parsed: the parsed form of any object is closed.
  return z.toJSONSchema(operation.output, { io: 'input', unrepresentable: 'any' }) as Parameters<typeof unbounded>[0]
}
