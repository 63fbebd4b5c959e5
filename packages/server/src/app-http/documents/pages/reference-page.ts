// The first page of the API reference: what all calls have in common, and every operation by category.
import { type CatalogDocument, type CatalogOperation, priceSentence } from '@kiosk/catalog'
import { curlLines } from '../curl-call.ts'
import { contentsList } from './contents.ts'
import { type Html, html } from './html.ts'
import { introduction, type Section } from './introduction.ts'
import { categoryId } from './operation-page.ts'
import { pageHtml } from './page.ts'

/** Complete HTML document. */
export function referenceHtml(catalog: CatalogDocument): string {
  const { baseUrl, operations, degraded } = catalog
  const sections = introduction(baseUrl, sampleCall(catalog))
  const categories = [...Map.groupBy(operations, ({ category }) => category)].sort(([a], [b]) => (a < b ? -1 : 1))
  return pageHtml({
    title: 'API reference · Kiosk',
    part: '/docs',
    isDegraded: degraded,
    contents: contentsList([
      { title: 'All calls', places: sections.map(({ id, title }) => ({ address: `#${id}`, name: title })) },
      {
        title: 'Operations',
        places: categories.map(([category, { length }]) => ({
          address: `#${categoryId(category)}`,
          name: `${category} (${length})`,
        })),
      },
    ]),
    main: html`<h1>API reference</h1>
<p class="lead">${operations.length === 1 ? '1 operation' : `${operations.length} operations`} behind one shape of call, one key and one bill.</p>
<ul class="actions"><li><a href="#operations">All operations</a></li><li><a href="/api/openapi.json">OpenAPI 3.0.3</a></li><li><a href="/api/catalog">Catalog with JSON Schemas</a></li><li><a href="/llms.txt">llms.txt</a></li></ul>
${sections.map(sectionHtml)}
<section id="operations"><h2>Operations</h2>${categories.map(([category, group]) => categorySection(category, group))}</section>`,
  })
}

function sectionHtml({ id, title, body }: Section): Html {
  return html`<section id="${id}"><h2>${title}</h2>${body}</section>
`
}

function categorySection(category: string, operations: readonly CatalogOperation[]): Html {
  return html`<section id="${categoryId(category)}"><h3>${category}</h3><ul class="listed">${operations.map(operationItem)}</ul></section>
`
}

function operationItem(operation: CatalogOperation): Html {
  const { slug, title, access } = operation
  const mark = access === 'public' ? null : html`<strong>${access}</strong> · `
  return html`<li><span><a href="/docs/${slug}">${title}</a> <code>${slug}</code></span>
<span class="price">${mark}${priceSentence(operation)}</span></li>
`
}

/** One that answers everybody, so that it can be pasted as it is. */
function sampleCall({ baseUrl, operations }: CatalogDocument): string {
  for (const { slug, access, units, examples } of operations) {
    const example = examples.find(({ fails }) => fails === undefined)
    if (access === 'public' && units === 1 && example !== undefined) return curlLines(baseUrl, slug, example.input)
  }
  return curlLines(baseUrl, '<slug>', {})
}
