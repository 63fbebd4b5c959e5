// The pages of the quality bench, with what is expected of each.
import { HELD_ASIDE, pagesFolder, readPages, type TruePage } from '../../packages/markdown/train/pages.ts'
import { type ExpectedStructure, expectedStructure } from './expected-structure.ts'
import { lowTokens } from './metrics.ts'

export interface BenchPage extends TruePage {
  readonly expected: ExpectedStructure
  /** Words of the ground truth, joined by blanks. */
  readonly truth: string
}

/** @param folder see `pagesFolder` @param all every fold, else only the one that nothing was learned from */
export function readBenchPages(folder: string | undefined, all: boolean): BenchPage[] {
  return readPages(pagesFolder(folder))
    .filter(({ fold }) => all || fold === HELD_ASIDE)
    .map((page) => {
      const truth = lowTokens(page.mainContent).join(' ')
      return { ...page, truth, expected: expectedStructure(page.html, page.mainContent) }
    })
}
