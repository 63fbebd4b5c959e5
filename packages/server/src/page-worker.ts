// What a thread of `page-readers.ts` runs.
import type { FetchedPage, MarkdownWishes, PageOutcome } from '@kiosk/catalog'
import { convertPage } from '@kiosk/markdown'

export interface PageTask {
  readonly page: FetchedPage
  readonly wishes: MarkdownWishes
}

export function readPage({ page, wishes }: PageTask): PageOutcome {
  return convertPage(page, wishes)
}
