// What whoever opens the app's address sees: what is here, and a call to try.
import type { CatalogDocument } from '@kiosk/catalog'
import { escapeHtml, page } from './page.ts'

/** Complete HTML document. */
export function indexHtml({ baseUrl, operations, degraded }: CatalogDocument): string {
  const rows = operations.map(({ slug, title, units, cacheSec }) => {
    const cache = cacheSec > 0 ? `${cacheSec} s` : 'none'
    return `<tr><td><code>${slug}</code></td><td>${escapeHtml(title)}</td><td>${units}</td><td>${cache}</td></tr>`
  })
  const call = `curl -s ${baseUrl}/encyclopedia-article.get -H "x-api-key: $KIOSK_API_KEY" \\
  -H 'content-type: application/json' -d '{"title":"Tokyo"}'`
  return page(
    'Kiosk',
    `<h1>Kiosk</h1>
<p>Each operation is one POST to <code>${escapeHtml(baseUrl)}/&lt;slug&gt;</code>, JSON in and JSON out.
${degraded ? '<strong>The engine does not answer right now: this list may be out of date.</strong>' : ''}</p>
<pre>${escapeHtml(call)}</pre>
<p><a href="/api/catalog">Catalog</a> · <a href="/api/openapi.json">OpenAPI</a> · <a href="/docs/errors">Errors</a></p>
<table><thead><tr><th>Operation</th><th>What it does</th><th>Units</th><th>Cache</th></tr></thead><tbody>${rows.join('')}</tbody></table>`,
  )
}
