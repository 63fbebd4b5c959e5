import { defineOperation, readinessEvents } from '@kiosk/catalog'
import { z } from 'zod'
import { decodedLength } from './lib/base64.ts'
import { marginLength } from './lib/margin.ts'
import { pageRanges } from './lib/page-ranges.ts'
import { pageUrl } from './lib/page-url.ts'
import { papers } from './lib/paper.ts'
import { web } from './provider.ts'

const MAX_HTML_BYTES = 2 * 1024 * 1024
/** What 2 MB of HTML can take as a JSON string, six bytes for one at worst. */
const MAX_BODY_BYTES = 13 * 1024 * 1024

const input = z
  .strictObject({
    url: pageUrl.optional().describe('Page to render; excludes html.'),
    html: z
      .string()
      .min(1)
      .max(MAX_HTML_BYTES)
      .refine((html) => fitsInBytes(html), 'at most 2 MB (2,097,152 bytes of UTF-8)')
      .optional()
      .describe(
        'Document to render, at most 2 MB of UTF-8; excludes url. Relative asset paths cannot resolve: use absolute https URLs or inline data.',
      ),
    media: z.enum(['screen', 'print']).default('screen').describe('CSS media to emulate.'),
    scale: z.number().min(0.1).max(2).default(1).describe('Scale of the rendering.'),
    format: z.enum(['A3', 'A4', 'A5', 'Letter', 'Legal', 'Tabloid']).default('A4').describe('Paper size.'),
    margin: z
      .strictObject({
        top: marginLength.describe('Top margin.'),
        right: marginLength.describe('Right margin.'),
        bottom: marginLength.describe('Bottom margin.'),
        left: marginLength.describe('Left margin.'),
      })
      .prefault({})
      .describe('Page margins, each a number followed by px, in, cm, mm or pt; sides left out are 0.'),
    landscape: z.boolean().default(false).describe('Landscape instead of portrait.'),
    waitUntil: z.enum(readinessEvents).default('load').describe('When the page counts as ready.'),
    pageRanges: pageRanges
      .optional()
      .describe('Pages to include, such as 1-3,5 or 8-; the whole document when left out.'),
    printBackground: z.boolean().default(true).describe('Print background colours and images.'),
  })
  .meta({ oneOf: [{ required: ['url'] }, { required: ['html'] }] })
  .superRefine(({ url, html }, issues) => {
    if ((url === undefined) === (html === undefined)) {
      const message = url === undefined ? 'expected either url or html' : 'url and html exclude each other; send one'
      issues.addIssue({ code: 'custom', path: ['url'], message })
    }
  })

const output = z.object({
  pdf: z.string().min(1).meta({ contentEncoding: 'base64' }).describe('Base64 PDF bytes, no data: prefix.'),
  bytes: z.int().min(1).describe('Size of the decoded PDF.'),
  pages: z
    .int()
    .min(1)
    .optional()
    .describe('Page count read from the PDF; left out when it cannot be read with certainty.'),
})

export const operation = defineOperation({
  provider: web,
  slug: 'html-to-pdf.post',
  id: 'web.htmlToPdf',
  title: 'HTML to PDF',
  description:
    'Renders a public page or a raw HTML document to a PDF with a headless browser and returns it as base64.',
  category: 'web',
  tags: ['pdf', 'render', 'browser', 'document'],
  units: 20,
  timeoutSec: 25,
  cacheSec: 300,
  access: 'public',
  lane: 'browser',
  maxBodyBytes: MAX_BODY_BYTES,
  needs: ['browser'],
  input,
  output,
  examples: [
    {
      title: 'An invoice from HTML',
      input: {
        html: '<!doctype html><h1>Invoice 2041</h1><p>Total: 42.00 EUR</p>',
        format: 'A4',
        margin: { top: '20mm', bottom: '20mm' },
      },
    },
  ],
  async run(ctx, { url, html, format, margin, pageRanges: ranges, ...rest }) {
    const { base64, pages } = await ctx.browser.pdf({
      ...rest,
      source: html === undefined ? { url: url ?? '' } : { html },
      paper: papers[format],
      marginIn: margin,
      pageRanges: ranges ?? null,
    })
    return { pdf: base64, bytes: decodedLength(base64), ...(pages !== null && { pages }) }
  },
})

/** Counted only where the characters alone do not settle it. */
function fitsInBytes(html: string): boolean {
  return html.length * 3 <= MAX_HTML_BYTES || new TextEncoder().encode(html).length <= MAX_HTML_BYTES
}
