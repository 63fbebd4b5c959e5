// The page behind `docs` in every error: what a code means, whether a retry helps.
import { errorCodes, errorRow } from '@kiosk/catalog'
import { contentsList } from './contents.ts'
import { html, inlineCode } from './html.ts'
import { pageHtml } from './page.ts'

/** Complete HTML document; one section a code, its id the code. */
export function errorsHtml(): string {
  const codes = errorCodes.toSorted((a, b) => errorRow(a).status - errorRow(b).status)
  const sections = codes.map((code) => {
    const { status, retryable, retryAfterSec, says } = errorRow(code)
    const retry = retryable ? 'The same request may succeed later.' : 'Repeating the same request does not help.'
    const wait = retryAfterSec === undefined ? '' : ' The header `Retry-After` says when.'
    return html`<section id="${code}"><h2><code>${code}</code> ${status}</h2>
<p>${inlineCode(says)} ${inlineCode(retry + wait)}</p></section>
`
  })
  return pageHtml({
    title: 'Errors · Kiosk',
    part: '/docs/errors',
    isDegraded: false,
    contents: contentsList([{ title: 'Codes', places: codes.map((code) => ({ address: `#${code}`, name: code })) }]),
    main: html`<h1>Errors</h1>
<p class="lead">Every failure has the same envelope, whatever its status; ${inlineCode('`error.code`')} is one of these. Nothing that failed is billed.</p>
<pre><code>${ENVELOPE}</code></pre>
<p>${inlineCode('`code`, `message`, `requestId`, `retryable` and `docs` are always there; `field` names the offending part on `INVALID_INPUT`; `details` holds more facts where there are any.')}</p>
${sections}`,
  })
}

const ENVELOPE = JSON.stringify(
  {
    error: {
      code: 'INVALID_INPUT',
      message: 'targets: expected a comma-separated list of ISO 4217 codes',
      field: 'targets',
      requestId: 'req_…',
      retryable: false,
      docs: '…/docs/errors#INVALID_INPUT',
    },
  },
  null,
  2,
)
