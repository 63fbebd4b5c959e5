// The page behind `docs` in every error: what a code means, whether a retry helps.
import { errorTable } from '@kiosk/catalog'

const STYLE = `:root{color-scheme:light dark}body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
section{border-top:1px solid #8886;padding:.5rem 0}section:target{outline:2px solid;outline-offset:.5rem}h2{font:600 1rem ui-monospace,monospace;margin:.5rem 0}`

/** Complete HTML document; one section a code, its id the code. */
export function errorsHtml(): string {
  const sections = Object.entries(errorTable).map(([code, { status, retryable, says }]) => {
    const retry = retryable ? 'The same request may succeed later.' : 'Repeating the same request does not help.'
    return `<section id="${code}"><h2>${code} · ${status}</h2><p>${escapeHtml(says)} ${retry}</p></section>`
  })
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Errors of Kiosk</title><style>${STYLE}</style></head><body><main><h1>Errors</h1>
<p>Every failure has the same envelope; <code>error.code</code> is one of these.</p>${sections.join('\n')}</main></body></html>`
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('`', '')
}
