// The page behind `docs` in every error: what a code means, whether a retry helps.
import { errorTable } from '@kiosk/catalog'
import { escapeHtml, page } from './page.ts'

/** Complete HTML document; one section a code, its id the code. */
export function errorsHtml(): string {
  const sections = Object.entries(errorTable).map(([code, { status, retryable, says }]) => {
    const retry = retryable ? 'The same request may succeed later.' : 'Repeating the same request does not help.'
    return `<section id="${code}"><h2>${code} · ${status}</h2><p>${escapeHtml(says.replaceAll('`', ''))} ${retry}</p></section>`
  })
  const lead = '<p>Every failure has the same envelope; <code>error.code</code> is one of these.</p>'
  return page('Errors of Kiosk', `<h1>Errors</h1>${lead}${sections.join('\n')}`)
}
