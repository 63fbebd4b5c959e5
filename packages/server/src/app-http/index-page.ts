// What whoever opens the app's address sees where no dashboard was built: what is here, and the way to it.
import type { CatalogDocument } from '@kiosk/catalog'
import { html } from './documents/pages/html.ts'
import { pageHtml } from './documents/pages/page.ts'

/** Complete HTML document. */
export function indexHtml({ baseUrl, operations, degraded }: CatalogDocument): string {
  const items = operations.map(
    ({ slug, title }) => html`<li><span><a href="/docs/${slug}">${title}</a> <code>${slug}</code></span></li>
`,
  )
  return pageHtml({
    title: 'Kiosk',
    part: '/',
    isDegraded: degraded,
    contents: null,
    main: html`<h1>Kiosk</h1>
<p class="lead">Each operation is one POST to <code>${baseUrl}/&lt;slug&gt;</code>, JSON in and JSON out. The <a href="/docs">API reference</a> says how. The dashboard was not built on this installation: run <code>script/bootstrap</code>.</p>
<ul class="listed">${items}</ul>`,
  })
}
