// What is the same for every operation, in short; docs/call.md says it in full.
import { type Html, html, inlineCode } from './html.ts'

export interface Section {
  readonly id: string
  readonly title: string
  readonly body: Html
}

/** @param sample a call to paste */
export function introduction(baseUrl: string, sample: string): readonly Section[] {
  return [
    {
      id: 'call',
      title: 'A call',
      body: html`<p>${inlineCode('Every operation is `POST`')} <code>${baseUrl}/&lt;slug&gt;</code> ${inlineCode(
        'with one JSON object as body. The suffix `.get` or `.post` belongs to the slug and does not change the method. An empty body counts as `{}`; unknown fields are refused. A success is the object that the operation documents, without a wrapper; times are ISO 8601 in UTC.',
      )}</p>
<pre><code>${sample}</code></pre>`,
    },
    {
      id: 'authentication',
      title: 'Authentication',
      body: paragraph(
        'The key goes into the header `x-api-key`. It is `kiosk_` and 48 hexadecimal characters, belongs to the organization, and is shown once when an administrator creates it in the dashboard. A key that is refused is 401 `UNAUTHORIZED`; 503 `SERVICE_UNAVAILABLE` means that it could not be checked: retry, do not rotate.',
      ),
    },
    {
      id: 'headers',
      title: 'Headers',
      body: html`<h3>Of the request</h3>${pairs(REQUEST_HEADERS)}<h3>Of the response</h3>${pairs(RESPONSE_HEADERS)}`,
    },
    {
      id: 'units',
      title: 'Units and quota',
      body: html`<p>A call costs its units if and only if it answers 2xx with a fresh run: cache hits, replays and failures are free. The quota is a calendar month in UTC, pooled over all keys of the organization. ${inlineCode('What does not suffice is 429 `QUOTA_EXCEEDED`; more requests a second than the plan allows are 429 `RATE_LIMITED`. Both say in `Retry-After` when to try again.')}</p>
<p><code>GET ${baseUrl}/usage</code> with the same key reads the quota and costs nothing.</p>`,
    },
    {
      id: 'cache',
      title: 'Cache',
      body: paragraph(
        'Operations with a cache window answer `x-kiosk-cache: MISS` when they ran and `HIT` when an equal request was answered within the window; key order and omitted defaults do not matter. `fetchedAt` stays that of the original fetch. Identical calls at the same time share one run.',
      ),
    },
    {
      id: 'idempotency',
      title: 'Idempotency',
      body: html`${paragraph(
        'With an `Idempotency-Key` of 36 to 255 characters, such as a UUID, a request is safe to repeat for 24 hours: the same key with the same operation and body bytes replays the stored answer with `Idempotency-Replayed: true`, unbilled. Errors below 500 are stored as well, except 429: after mending a body, use a new key.',
      )}
${paragraph(
  'While the first request runs, the answer is 409 `IDEMPOTENCY_IN_FLIGHT`; with another operation or body it is 409 `IDEMPOTENCY_KEY_REUSED`. After 429 or 5xx, and after answers above 100 KB, the key is free again.',
)}`,
    },
    {
      id: 'proxies',
      title: 'Proxies',
      body: paragraph(
        'The header `x-proxy-url` sends one call through your own proxy: an http, https or socks5 URL with a public host, credentials allowed. Where an operation has a field `proxyUrl`, the field wins. Proxies and targets that are not public addresses are 400 `DESTINATION_REFUSED`.',
      ),
    },
    {
      id: 'errors',
      title: 'Errors',
      body: html`${paragraph(
        'Every failure is `{ "error": { code, message, requestId, retryable, docs } }`, with `field` where an input is wrong. Soft failures that an operation documents, such as an empty transcript, are data.',
      )}
<p><a href="/docs/errors">All error codes</a></p>`,
    },
  ]
}

function paragraph(text: string): Html {
  return html`<p>${inlineCode(text)}</p>`
}

function pairs(rows: readonly (readonly [name: string, says: string])[]): Html {
  return html`<dl class="pairs">${rows.map(
    ([name, says]) => html`<div><dt>${inlineCode(name)}</dt><dd>${inlineCode(says)}</dd></div>`,
  )}</dl>`
}

const REQUEST_HEADERS = [
  ['`x-api-key`', 'Required.'],
  ['`content-type`', '`application/json`'],
  ['`Idempotency-Key`', 'Optional: makes the request safe to repeat.'],
  ['`x-proxy-url`', 'Optional: your own proxy for this call.'],
] as const

const RESPONSE_HEADERS = [
  ['`x-request-id`', 'Always; tell it when you report a problem.'],
  ['`x-kiosk-cache`', '`HIT` or `MISS`, on operations with a cache window.'],
  [
    '`x-quota-limit` `x-quota-used` `x-quota-remaining`',
    'Units of the month, this call included. Limit and remaining are left out where there is no limit.',
  ],
  ['`x-quota-reset`', 'When the next month begins.'],
  ['`x-quota-cost`', 'Units of this call: 0 for a hit or a failure.'],
  ['`RateLimit-Policy` `RateLimit`', 'The same facts as structured fields, policies `monthly` and `burst`.'],
  ['`Idempotency-Replayed`', '`true` on a stored answer; it carries no quota headers.'],
  ['`Retry-After`', 'Seconds; on 409 in flight, 429, and 503 where the service knows.'],
] as const
