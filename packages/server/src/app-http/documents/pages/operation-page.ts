// The page of one operation in the API reference.
import {
  accessSentence,
  type CatalogDocument,
  type CatalogExample,
  type CatalogOperation,
  errorCodes,
  failureCodes,
  failureStatuses,
} from '@kiosk/catalog'
import { curlLines } from '../curl-call.ts'
import { sampleAnswer } from '../sample-answer.ts'
import { contentsList, type Place } from './contents.ts'
import { inputFields, outputFields } from './field-list.ts'
import { type Html, html, inlineCode } from './html.ts'
import { pageHtml } from './page.ts'

/** Complete HTML document. @param operation one of the catalog */
export function operationHtml(catalog: CatalogDocument, operation: CatalogOperation): string {
  const { slug, title, description, category, tags, inputSchema, outputSchema } = operation
  const address = `${catalog.baseUrl}/${slug}`
  const access = accessSentence(operation)
  return pageHtml({
    title: `${title} · Kiosk API reference`,
    part: '/docs',
    isDegraded: catalog.degraded,
    contents: contentsList([
      { title: 'On this page', places: SECTIONS },
      { title: `Category ${category}`, places: siblings(catalog, operation) },
    ]),
    main: html`<p class="trail"><a href="/docs">API reference</a> / <a href="/docs#${categoryId(category)}">${category}</a></p>
<h1>${title}</h1>
<p class="lead">${inlineCode(description)}</p>
<pre><code>POST ${address}</code></pre>
${access === '' ? null : html`<p class="notice">${access}</p>`}
${facts(operation)}
<p class="trail">Tags: ${tags.join(', ')}</p>
<ul class="actions"><li><a href="/catalog/${slug}">Try it in the dashboard</a></li><li><a href="/catalog/${slug}.md">As Markdown</a></li></ul>
<section id="request"><h2>Request body</h2>
<p>One JSON object; unknown fields are refused. ${inlineCode('Headers: `x-api-key`, `content-type: application/json`, and if you like `Idempotency-Key` and `x-proxy-url`')} (<a href="/docs#headers">more</a>).</p>
${inputFields(inputSchema)}</section>
<section id="response"><h2>Response body</h2>
<p>The object itself, without a wrapper. Fields may be added later.</p>
${outputFields(outputSchema)}</section>
<section id="examples"><h2>Examples</h2>${operation.examples.map((example) => exampleHtml(example, slug, catalog.baseUrl))}</section>
<section id="errors"><h2>Errors</h2>
<p>Nothing that failed is billed. Each code is explained under <a href="/docs/errors">Errors</a>.</p>
${failures(operation)}</section>
${neighbours(catalog, operation)}`,
  })
}

/** Where the reference lists a category. */
export function categoryId(category: string): string {
  return `category-${category}`
}

const SECTIONS: readonly Place[] = [
  { address: '#request', name: 'Request body' },
  { address: '#response', name: 'Response body' },
  { address: '#examples', name: 'Examples' },
  { address: '#errors', name: 'Errors' },
]

function siblings({ operations }: CatalogDocument, operation: CatalogOperation): Place[] {
  return operations
    .filter(({ category }) => category === operation.category)
    .map(({ slug, title }) => ({ address: `/docs/${slug}`, name: title, isHere: slug === operation.slug }))
}

function facts({ units, cacheSec, timeoutSec, access }: CatalogOperation): Html {
  const rows = [
    ['Price', units === 1 ? '1 unit' : `${units} units`],
    ['Cache', cacheSec > 0 ? `${cacheSec} s, hits are free` : 'none'],
    ['Time-out', `${timeoutSec} s`],
    ['Access', access],
  ] as const
  return html`<dl class="facts">${rows.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

function exampleHtml({ title, input, output, fails }: CatalogExample, slug: string, baseUrl: string): Html {
  const ending = output === undefined ? null : html`<p>Answer:</p><pre><code>${sampleAnswer(output, 2)}</code></pre>`
  return html`<h3>${title}</h3>
${fails === undefined ? null : html`<p>Fails with ${codeLink(fails)}.</p>`}
<pre><code>${curlLines(baseUrl, slug, input)}</code></pre>${ending}
`
}

function failures(operation: CatalogOperation): Html {
  const rows = failureStatuses(operation).map((status) => {
    const codes = failureCodes(status).map((code) => html`<li>${codeLink(code)}</li>`)
    return html`<div><dt>${status}</dt><dd><ul class="codes">${codes}</ul></dd></div>`
  })
  return html`<dl class="pairs">${rows}</dl>`
}

/** A code of a newer engine has no place on this app's page of errors. */
function codeLink(code: string): Html {
  const isKnown = errorCodes.some((known) => known === code)
  return isKnown ? html`<a href="/docs/errors#${code}"><code>${code}</code></a>` : html`<code>${code}</code>`
}

function neighbours({ operations }: CatalogDocument, { slug }: CatalogOperation): Html {
  const at = operations.findIndex((operation) => operation.slug === slug)
  const before = at > 0 ? operations[at - 1] : undefined
  const after = operations[at + 1]
  return html`<nav class="steps" aria-label="Operations by name">
<span>${before === undefined ? null : html`Previous: <a href="/docs/${before.slug}">${before.title}</a>`}</span>
<span>${after === undefined ? null : html`Next: <a href="/docs/${after.slug}">${after.title}</a>`}</span></nav>`
}
