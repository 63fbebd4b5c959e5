import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { houseFaults } from './house-rules.ts'

const root = join(import.meta.dirname, '..')
const files = globSync(['packages/*/{src,test}/**/*.{ts,tsx}', '{test,bench,script}/**/*.ts'], { cwd: root })

it('every source file keeps the house rules', () => {
  expect(files.length).toBeGreaterThan(50)
  expect(files.flatMap((path) => houseFaults(path, readFileSync(join(root, path), 'utf8')))).toEqual([])
})

describe('planted violations', () => {
  // Put together here, so that this file does not break the rules itself.
  const alone = ['it', 'only'].join('.')
  const retried = ['retry', '2'].join(': ')
  it.each([
    ['packages/engine/src/rateLimit.ts', '', 'kebab-case'],
    ['packages/engine/src/utils.ts', '', 'says nothing'],
    ['packages/engine/src/long.ts', 'x\n'.repeat(401), '401 lines'],
    ['packages/engine/src/a.ts', 'export default 1\n', 'default export'],
    ['packages/engine/src/steps/index.ts', '', 'barrel'],
    ['packages/engine/src/a.test.ts', `${alone}('x', () => {})\n`, 'singles out'],
    ['packages/engine/src/a.test.ts', `it('x', { ${retried} }, () => {})\n`, 'retries'],
  ])('%s', (path, text, part) => {
    expect(houseFaults(path, text)).toEqual([expect.stringContaining(part)])
  })

  it('pass what is meant to pass', () => {
    expect(houseFaults('packages/engine/src/index.ts', "export * from './a.ts'\n")).toEqual([])
    expect(houseFaults('packages/operations/src/registry.generated.ts', 'x\n'.repeat(500))).toEqual([])
    expect(houseFaults('packages/catalog/test/operation.test-d.ts', 'x\n'.repeat(400))).toEqual([])
  })
})
