// The frame of the app's plain pages: one document that needs no script and loads nothing from elsewhere.
import { hash } from 'node:crypto'
import { type Html, html, htmlText } from './html.ts'
import { PAGE_STYLE } from './page-style.ts'

export interface Page {
  readonly title: string
  /** Address of the part of the site that it belongs to. */
  readonly part: '/' | '/docs' | '/docs/errors'
  /** Beside the content, and below it on a phone; null: nothing. */
  readonly contents: Html | null
  readonly main: Html
  /** True when the catalog that it shows may be out of date. */
  readonly isDegraded: boolean
}

export const HTML_TYPE = 'text/html; charset=utf-8'

/** The style by its hash, an image of the app's own, and nothing else. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', htmlText(PAGE_STYLE), 'base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const PARTS = [
  ['/docs', 'API reference'],
  ['/docs/errors', 'Errors'],
  ['/', 'Dashboard'],
] as const

export function pageHtml({ title, part, contents, main, isDegraded }: Page): string {
  const links = PARTS.map(([address, name]) =>
    address === part
      ? html`<li><a href="${address}" aria-current="true">${name}</a></li>`
      : html`<li><a href="${address}">${name}</a></li>`,
  )
  const stale = isDegraded
    ? html`<p class="notice" role="status">The engine does not answer right now: what stands here may be out of date.</p>`
    : null
  return htmlText(html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<style>${PAGE_STYLE}</style></head>
<body><a class="skip" href="#content">Skip to the content</a>
<header class="top"><div class="frame"><span class="brand">Kiosk</span><nav aria-label="Site"><ul>${links}</ul></nav></div></header>
<div class="frame columns${contents === null ? '' : ' two'}"><main id="content" tabindex="-1">${stale}${main}</main>${contents}</div>
</body></html>
`)
}
