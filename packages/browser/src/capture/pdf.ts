// A page on paper.
import { invalidInput, OperationError, type Pdf, type PdfRequest } from '@kiosk/catalog'
import type { FilterSession } from '@kiosk/egress'
import { CommandFailed } from '../cdp/connection.ts'
import type { PrintParams } from '../cdp/protocol.ts'
import type { Deadline } from '../page/deadline.ts'
import { assertShown, load } from '../page/load.ts'
import type { RenderPage } from '../page/render-page.ts'
import { countPages } from './page-count.ts'
import { isRangeBeyond } from './page-ranges.ts'
import { reveal } from './reveal.ts'

/** @param url of the page, or of the document that the filter serves.
 * Throws what `load` throws, `INVALID_INPUT` for a range beyond the document, `UNPROCESSABLE`. */
export async function printPdf(
  page: RenderPage,
  session: FilterSession,
  request: PdfRequest,
  url: string,
  deadline: Deadline,
): Promise<Pdf> {
  const { signal } = deadline
  // Whatever view the page has while it loads, paper has its own.
  await page.session.send('Emulation.setEmulatedMedia', { media: request.media, features: [] }, signal)
  await load(page, session, { url, waitUntil: request.waitUntil }, deadline)
  // A document that was given shows itself; a site's page may wait for somebody to scroll.
  await reveal(page, { sweeps: 'url' in request.source, lowersFixed: false }, deadline)
  assertShown(page, session)
  try {
    const { data } = await page.session.send('Page.printToPDF', printParams(request), signal)
    const pages = countPages(Buffer.from(data, 'base64'))
    const { pageRanges } = request
    if (pageRanges !== null && pages !== null && isRangeBeyond(pageRanges, pages)) throw beyondError()
    return { base64: data, pages }
  } catch (error) {
    throw error instanceof CommandFailed ? printError(error) : error
  }
}

function printParams({ paper, marginIn, landscape, printBackground, scale, pageRanges }: PdfRequest): PrintParams {
  return {
    landscape,
    printBackground,
    scale,
    paperWidth: paper.widthIn,
    paperHeight: paper.heightIn,
    marginTop: marginIn.top,
    marginRight: marginIn.right,
    marginBottom: marginIn.bottom,
    marginLeft: marginIn.left,
    ...(pageRanges !== null && { pageRanges }),
    // The caller's paper, whatever the page's @page says.
    preferCSSPageSize: false,
    // Tags make a table ten times as large and take twice the time.
    generateTaggedPDF: false,
    transferMode: 'ReturnAsBase64',
  }
}

function beyondError(): OperationError {
  return invalidInput('pageRanges', 'expected pages that the document has')
}

function printError(error: CommandFailed): unknown {
  if (/exceeds page count/i.test(error.message)) {
    return beyondError()
  }
  if (/page range/i.test(error.message)) return invalidInput('pageRanges', 'expected ranges such as 1-3,5 or 8-')
  if (/content area is empty/i.test(error.message)) {
    return invalidInput('margin', 'expected margins that leave room on the paper')
  }
  return new OperationError('UNPROCESSABLE', 'The page cannot be printed.', { cause: error })
}
