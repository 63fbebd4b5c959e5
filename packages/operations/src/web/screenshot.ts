import { defineOperation, readinessEvents } from '@kiosk/catalog'
import { z } from 'zod'
import { decodedLength } from './lib/base64.ts'
import { pageUrl } from './lib/page-url.ts'
import { web } from './provider.ts'

const DEFAULT_QUALITY = 80

const input = z
  .strictObject({
    url: pageUrl.describe('Page to capture.'),
    width: z.int().min(100).max(3840).default(1280).describe('Viewport width in CSS pixels.'),
    height: z
      .int()
      .min(100)
      .max(4320)
      .default(800)
      .describe('Viewport height; with fullPage it still sets the layout viewport.'),
    format: z.enum(['png', 'jpeg']).default('png').describe('Encoding of the image.'),
    quality: z
      .int()
      .min(1)
      .max(100)
      .optional()
      .describe(`JPEG quality, ${DEFAULT_QUALITY} when left out; refused when format is png.`),
    delayMs: z.int().min(0).max(10_000).default(0).describe('Extra settle time after navigation, in milliseconds.'),
    blockAds: z.boolean().default(false).describe('Abort requests to known ad and tracker hosts.'),
    fullPage: z.boolean().default(false).describe('Capture the whole scrollable document.'),
    waitUntil: z.enum(readinessEvents).default('load').describe('When the page counts as ready.'),
  })
  .refine(({ format, quality }) => format === 'jpeg' || quality === undefined, {
    error: 'only a jpeg has a quality: leave it out, or set format to jpeg',
    path: ['quality'],
  })

const output = z.object({
  image: z.string().min(1).meta({ contentEncoding: 'base64' }).describe('Base64 image bytes, no data: prefix.'),
  bytes: z.int().min(1).describe('Size of the decoded image.'),
  width: z.int().min(1).describe('Width of the image in pixels.'),
  height: z.int().min(1).describe('Height of the image in pixels; document height with fullPage.'),
  format: z.enum(['png', 'jpeg']).describe('Encoding returned.'),
  finalUrl: z.url().describe('Address after redirects.'),
})

export const operation = defineOperation({
  provider: web,
  slug: 'screenshot.post',
  id: 'web.screenshot',
  title: 'Web page screenshot',
  description: 'Renders a public page with a headless browser and returns a PNG or JPEG as base64.',
  category: 'web',
  tags: ['screenshot', 'image', 'render', 'browser'],
  units: 20,
  timeoutSec: 25,
  cacheSec: 60,
  access: 'public',
  lane: 'browser',
  needs: ['browser'],
  input,
  output,
  examples: [
    {
      title: 'A whole page as JPEG',
      input: {
        url: 'https://example.com/',
        width: 1280,
        height: 800,
        format: 'jpeg',
        quality: 85,
        fullPage: true,
      },
    },
  ],
  async run(ctx, { format, quality, ...page }) {
    const { base64, ...shot } = await ctx.browser.screenshot({
      ...page,
      encoding: format === 'png' ? { format } : { format, quality: quality ?? DEFAULT_QUALITY },
    })
    return { image: base64, bytes: decodedLength(base64), format, ...shot }
  },
})
