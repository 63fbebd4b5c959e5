// In place of the real thread file: what it does is the page's address.
import type { FetchedPage, PageOutcome } from '@kiosk/catalog'

export function readPage({ page }: { page: FetchedPage }): PageOutcome {
  if (page.url === 'spin') for (;;);
  if (page.url === 'hoard') for (const hoard: number[][] = []; ; ) hoard.push(new Array<number>(100_000).fill(1))
  if (page.url === 'throw') throw new RangeError('a defect')
  return { kind: 'wall', by: new TextDecoder().decode(page.bytes) }
}
