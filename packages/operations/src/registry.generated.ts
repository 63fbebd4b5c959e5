// Every operation by slug. Made by script/generate from the names of the files: do not edit.
import type { Operation } from '@kiosk/catalog'
import { operation as codehostRepoContributors } from './codehost/repo-contributors.ts'
import { operation as codehostRepo } from './codehost/repo.ts'
import { operation as currencyConvert } from './currency/convert.ts'
import { operation as emailGenerateAddress } from './email/generate-address.ts'
import { operation as encyclopediaArticle } from './encyclopedia/article.ts'
import { operation as microblogInstanceProfile } from './microblog/instance-profile.ts'
import { operation as microblogProfile } from './microblog/profile.ts'
import { operation as pkgindexPackage } from './pkgindex/package.ts'
import { operation as searchAutocomplete } from './search/autocomplete.ts'
import { operation as translateText } from './translate/text.ts'
import { operation as webFetchMarkdown } from './web/fetch-markdown.ts'
import { operation as webHtmlToPdf } from './web/html-to-pdf.ts'
import { operation as webScreenshot } from './web/screenshot.ts'

const operations: readonly Operation[] = [
  codehostRepoContributors,
  codehostRepo,
  currencyConvert,
  emailGenerateAddress,
  encyclopediaArticle,
  microblogInstanceProfile,
  microblogProfile,
  pkgindexPackage,
  searchAutocomplete,
  translateText,
  webFetchMarkdown,
  webHtmlToPdf,
  webScreenshot,
]

/** Slug → operation. */
export const registry: ReadonlyMap<string, Operation> = new Map(operations.map((operation) => [operation.slug, operation]))
