import { expect, it } from 'vitest'
import { bundledCatalog } from './local-server.ts'
import { describeText, searchText, searchTools } from './search-tools.ts'
import { sumOf, toolCost } from './token-cost.ts'

const { operations } = await bundledCatalog()

it.each([
  ['exchange rates of currencies', 'currency_convert'],
  ['take a picture of a web page', 'screenshot'],
  ['npm package version', 'pkgindex_package'],
  ['translate german', 'translate_text'],
  ['PDF', 'html_to_pdf'],
  ['who contributes to a repository', 'codehost_repo_contributors'],
])('%j finds %s first', (query, name) => {
  expect(searchText(operations, query).split(':')[0]).toBe(name)
})

it('words that match nothing show all names', () => {
  expect(searchText(operations, 'zzz')).toMatch(/^Nothing matches\. [^\n]*\n.*currency_convert/s)
})

it('a description holds what a call needs', () => {
  const operation = operations.find(({ slug }) => slug === 'currency-convert.get') ?? expect.fail()
  expect(JSON.parse(describeText(operation))).toMatchObject({
    name: 'currency_convert',
    callBy: 'call_read_operation',
    input: { required: ['base', 'targets'] },
    example: { base: 'USD' },
  })
})

it('the tool for acting is there when something acts', () => {
  const [operation = expect.fail()] = operations
  const names = searchTools([{ ...operation, access: 'account' }]).map(({ name }) => name)
  expect(names).toContain('call_write_operation')
  expect(searchTools(operations).map(({ name }) => name)).not.toContain('call_write_operation')
})

it('costs are counted in bytes, and estimated in tokens', () => {
  const costs = searchTools(operations).map(toolCost)
  const sum = sumOf('search', costs)
  expect(sum.bytes).toBe(costs.reduce((total, { bytes }) => total + bytes, 0))
  expect(sum.tokens).toBeGreaterThan(200)
  expect(sum.tokens).toBeLessThan(1000)
  expect(toolCost({ name: 'ä' }).bytes).toBe(13)
})
