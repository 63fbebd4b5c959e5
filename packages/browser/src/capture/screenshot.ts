// A picture of a page.
import { OperationError, type Screenshot, type ScreenshotRequest } from '@kiosk/catalog'
import type { FilterSession } from '@kiosk/egress'
import { adPathPatterns } from '../ads/ad-paths.ts'
import { CommandFailed, ConnectionClosed } from '../cdp/connection.ts'
import { type Deadline, pause } from '../page/deadline.ts'
import { assertShown, load } from '../page/load.ts'
import type { RenderPage } from '../page/render-page.ts'
import { type ImageSize, imageSize } from './image-size.ts'
import { reveal, waitForFonts } from './reveal.ts'

/** An image of more would be hundreds of megabytes in each of the processes that handle it. */
const MAX_PIXELS = 80_000_000
/** Chromium ends where the file of a picture passes 128 MiB; below this no picture of 3 bytes a pixel does. */
const MAX_SURE_PIXELS = 40_000_000
/** JPEG writes its sides with 16 bits. */
const MAX_JPEG_SIDE_PX = 65_535
/** What remains for the capture when a caller's settle time would take it all. */
const CAPTURE_RESERVE_MS = 4000

/** Throws what `load` throws, and `UNPROCESSABLE` for an image above 80 million pixels. */
export async function takeScreenshot(
  page: RenderPage,
  session: FilterSession,
  request: ScreenshotRequest,
  deadline: Deadline,
): Promise<Screenshot> {
  const { width, height } = request
  // Parts of these are the renderer's, which a navigation would overtake.
  await Promise.all([
    page.resize({ width, height }, deadline.signal),
    request.blockAds && page.session.send('Network.setBlockedURLs', { urls: adPathPatterns }, deadline.signal),
  ])
  await load(page, session, request, deadline)
  if (request.delayMs > 0) {
    await pause(Math.min(request.delayMs, Math.max(0, deadline.leftMs() - CAPTURE_RESERVE_MS)), deadline.signal)
  }
  const size = request.fullPage ? await wholeSize(page, request, deadline) : { width, height }
  if (!request.fullPage) await waitForFonts(page, deadline)
  assertShown(page, session)
  const base64 = await capture(page, request, size, deadline)
  const taken = imageSize(base64)
  if (taken?.width !== size.width || taken.height !== size.height) throw uncapturable()
  return { base64, ...taken, finalUrl: page.frame.current?.shown?.url ?? request.url }
}

/** The size of the document after everything in it was brought to show. Judged before, too: a way down a document of a
 * million pixels is long. */
async function wholeSize(page: RenderPage, request: ScreenshotRequest, deadline: Deadline): Promise<ImageSize> {
  await documentSize(page, request, deadline)
  await reveal(page, { sweeps: true, lowersFixed: true }, deadline)
  return documentSize(page, request, deadline)
}

/** As wide as the viewport, as high as the document. */
async function documentSize(page: RenderPage, request: ScreenshotRequest, deadline: Deadline): Promise<ImageSize> {
  const { cssContentSize } = await page.session.send('Page.getLayoutMetrics', {}, deadline.signal)
  const size = { width: request.width, height: Math.max(1, Math.ceil(cssContentSize.height)) }
  if (size.width * size.height > MAX_PIXELS) {
    throw new OperationError(
      'UNPROCESSABLE',
      `The image would have ${size.width} x ${size.height} pixels; at most 80 million are captured.`,
    )
  }
  if (request.encoding.format === 'jpeg' && size.height > MAX_JPEG_SIDE_PX) {
    throw new OperationError(
      'UNPROCESSABLE',
      `The page is ${size.height} pixels high; a JPEG holds ${MAX_JPEG_SIDE_PX}, a PNG more.`,
    )
  }
  return size
}

async function capture(
  page: RenderPage,
  request: ScreenshotRequest,
  size: ImageSize,
  deadline: Deadline,
): Promise<string> {
  const { encoding, fullPage } = request
  try {
    const { data } = await page.session.send(
      'Page.captureScreenshot',
      {
        format: encoding.format,
        ...(encoding.format === 'jpeg' && { quality: encoding.quality }),
        // Half the time for a third more bytes.
        optimizeForSpeed: true,
        captureBeyondViewport: fullPage,
        ...(fullPage && { clip: { x: 0, y: 0, ...size, scale: 1 } }),
      },
      deadline.signal,
    )
    return data
  } catch (error) {
    // Tried again, it would end the next browser, too, and with it everybody's pages.
    if (error instanceof ConnectionClosed && size.width * size.height > MAX_SURE_PIXELS) {
      throw new OperationError('UNPROCESSABLE', 'The image is more than the browser can encode.', { cause: error })
    }
    throw error instanceof CommandFailed ? uncapturable(error) : error
  }
}

function uncapturable(cause?: unknown): OperationError {
  return new OperationError('UNPROCESSABLE', 'The page cannot be captured.', { cause })
}
