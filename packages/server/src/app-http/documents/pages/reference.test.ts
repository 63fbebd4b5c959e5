// The API reference as a reader of its HTML finds it.
import { type CatalogDocument, catalogDocumentSchema, errorCodes, fieldRows } from '@kiosk/catalog'
import { registry } from '@kiosk/operations'
import { parseHTML } from 'linkedom'
import { describe, expect, test } from 'vitest'
import { catalogOf } from '../../../compose-engine.ts'
import { errorsHtml } from './errors-page.ts'
import { htmlText, inlineCode } from './html.ts'
import { operationHtml } from './operation-page.ts'
import { referenceHtml } from './reference-page.ts'

const BASE_URL = 'https://kiosk.example.test'
const catalog = catalogOf(registry, BASE_URL, false)

function pagesOf(shown: CatalogDocument): Map<string, string> {
  const operations = shown.operations.map((one): [string, string] => [`/docs/${one.slug}`, operationHtml(shown, one)])
  return new Map([['/docs', referenceHtml(shown)], ['/docs/errors', errorsHtml()], ...operations])
}

const pages = pagesOf(catalog)
const documentOf = (text: string) => parseHTML(text).document
const plain = (prose: string) =>
  documentOf(`<p>${htmlText(inlineCode(prose))}</p>`).querySelector('p')?.textContent ?? ''

describe.each(catalog.operations)('the page of $slug', (operation) => {
  const document = documentOf(pages.get(`/docs/${operation.slug}`) ?? '')
  const text = (selector: string) => document.querySelector(selector)?.textContent ?? ''

  test('tells what it is and costs', () => {
    expect(text('h1')).toBe(operation.title)
    expect(text('.lead')).toBe(plain(operation.description))
    expect(text('main > pre')).toBe(`POST ${BASE_URL}/${operation.slug}`)
    const facts = [...document.querySelectorAll('.facts dd')].map((fact) => fact.textContent)
    const { units, cacheSec, timeoutSec, access } = operation
    const price = units === 1 ? '1 unit' : `${units} units`
    expect(facts).toEqual([price, cacheSec > 0 ? `${cacheSec} s, hits are free` : 'none', `${timeoutSec} s`, access])
    expect(document.querySelector(`a[href="/catalog/${operation.slug}"]`)).not.toBeNull()
  })

  test.each(['input', 'output'] as const)('tells every field of the %s with its rules', (side) => {
    const [section, schema] =
      side === 'input' ? ['#request', operation.inputSchema] : ['#response', operation.outputSchema]
    const shown = [...document.querySelectorAll(`${section} .fields > div`)].map((field) => [
      field.querySelector('dt')?.textContent,
      ...[...field.querySelectorAll('dd')].map((about) => about.textContent),
    ])
    const rows = fieldRows(schema, side).map(({ path, type, rules, description }) => [
      path,
      plain([type, ...rules].join(', ')),
      ...(description === '' ? [] : [plain(description)]),
    ])
    expect(shown).toEqual(rows)
  })

  test('shows its examples as calls of this installation', () => {
    const titles = [...document.querySelectorAll('#examples h3')].map((title) => title.textContent)
    expect(titles).toEqual(operation.examples.map(({ title }) => title))
    for (const { input, fails } of operation.examples) {
      expect(text('#examples')).toContain(`curl -s ${BASE_URL}/${operation.slug} \\\n`)
      expect(text('#examples')).toContain(JSON.stringify(input).replaceAll("'", `'\\''`))
      if (fails !== undefined) expect(text('#examples')).toContain(`Fails with ${fails}.`)
    }
  })
})

test('every link leads somewhere', () => {
  const ids = new Map([...pages].map(([path, text]) => [path, new Set(idsOf(text))]))
  const elsewhere = new Set<string | undefined>(['/', '/api/openapi.json', '/api/catalog', '/llms.txt'])
  for (const { slug } of catalog.operations) elsewhere.add(`/catalog/${slug}`).add(`/catalog/${slug}.md`)
  const dead = [...pages].flatMap(([path, text]) =>
    [...documentOf(text).querySelectorAll('a')]
      .map((link) => link.getAttribute('href') ?? '')
      .filter((href) => {
        const [page = '', id] = href.split('#')
        if (elsewhere.has(href)) return false
        return id === undefined ? !pages.has(page) : !ids.get(page || path)?.has(id)
      })
      .map((href) => `${path}: ${href}`),
  )
  expect(dead).toEqual([])
})

function idsOf(text: string): string[] {
  return [...documentOf(text).querySelectorAll('[id]')].map(({ id }) => id)
}

test('every id stands once, and every code of an error has one', () => {
  for (const [path, text] of pages) expect(idsOf(text), path).toEqual([...new Set(idsOf(text))])
  expect(idsOf(pages.get('/docs/errors') ?? '')).toEqual(expect.arrayContaining([...errorCodes]))
})

test('what is of no use to a reader stays short', () => {
  for (const [path, text] of pages) expect(text.length, path).toBeLessThan(100_000)
})

describe('texts of a catalog', () => {
  const SLY = `'"><img src=x onerror=alert(1)></style></code></pre></script><script>alert(1)</script><!--`

  /** The same with something behind every text, and behind every name of a field. */
  function lengthened(value: unknown, end: string): unknown {
    if (typeof value === 'string') return value + end
    if (Array.isArray(value)) return value.map((part) => lengthened(part, end))
    if (typeof value !== 'object' || value === null) return value
    const entries = Object.entries(value).map(([key, part]) => {
      if (key === 'type' || key === 'generatedAt') return [key, part]
      return [key, key === 'properties' ? renamed(part, end) : lengthened(part, end)]
    })
    return Object.fromEntries(entries)
  }

  function renamed(fields: object, end: string): unknown {
    return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name + end, lengthened(field, end)]))
  }

  test('never become elements, whatever they hold', () => {
    const shown = (end: string) => [...pagesOf(catalogDocumentSchema.parse(lengthened(catalog, end))).values()]
    const [sound, hostile] = [shown(' and so on'), shown(SLY)]
    const elements = (text = '') => [...documentOf(text).querySelectorAll('*')].map(({ tagName }) => tagName)
    expect(hostile).toHaveLength(pages.size)
    for (const [index, text] of hostile.entries()) {
      expect(elements(text)).toEqual(elements(sound[index]))
      const found = documentOf(text)
      const names = [...found.querySelectorAll('*')].flatMap(({ attributes }) =>
        [...attributes].map(({ name }) => name),
      )
      expect(names.filter((name) => name.startsWith('on'))).toEqual([])
      for (const link of found.querySelectorAll('[href]')) expect(link.getAttribute('href')).toMatch(/^[/#]/)
    }
    expect(hostile.filter((text) => text.includes('onerror='))).toHaveLength(pages.size - 1)
  })
})
