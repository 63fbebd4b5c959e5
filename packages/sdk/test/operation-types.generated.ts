// The generated interfaces say exactly what zod says of the schemas, or this file does not compile. Made by script/generate: do not edit.
import type { z } from 'zod'
import type * as sdk from '../src/operation-types.generated.ts'
import type { Equal, Expect, Op } from './type-proof.ts'

export type CodehostRepoContributors = [
  Expect<Equal<z.input<Op<typeof import('../../../packages/operations/src/codehost/repo-contributors.ts')>['input']>, sdk.CodehostRepoContributorsInput>>,
  Expect<Equal<z.output<Op<typeof import('../../../packages/operations/src/codehost/repo-contributors.ts')>['output']>, sdk.CodehostRepoContributorsOutput>>,
]

export type CodehostRepo = [
  Expect<Equal<z.input<Op<typeof import('../../../packages/operations/src/codehost/repo.ts')>['input']>, sdk.CodehostRepoInput>>,
  Expect<Equal<z.output<Op<typeof import('../../../packages/operations/src/codehost/repo.ts')>['output']>, sdk.CodehostRepoOutput>>,
]

export type CurrencyConvert = [
  Expect<Equal<z.input<Op<typeof import('../../../packages/operations/src/currency/convert.ts')>['input']>, sdk.CurrencyConvertInput>>,
  Expect<Equal<z.output<Op<typeof import('../../../packages/operations/src/currency/convert.ts')>['output']>, sdk.CurrencyConvertOutput>>,
]

export type EmailGenerateAddress = [
  Expect<Equal<z.input<Op<typeof import('../../../packages/operations/src/email/generate-address.ts')>['input']>, sdk.EmailGenerateAddressInput>>,
  Expect<Equal<z.output<Op<typeof import('../../../packages/operations/src/email/generate-address.ts')>['output']>, sdk.EmailGenerateAddressOutput>>,
]

export type EncyclopediaArticle = [
  Expect<Equal<z.input<Op<typeof import('../../../packages/operations/src/encyclopedia/article.ts')>['input']>, sdk.EncyclopediaArticleInput>>,
  Expect<Equal<z.output<Op<typeof import('../../../packages/operations/src/encyclopedia/article.ts')>['output']>, sdk.EncyclopediaArticleOutput>>,
]

export type MicroblogInstanceProfile = [
  Expect<Equal<z.input<Op<typeof import('../../../packages/operations/src/microblog/instance-profile.ts')>['input']>, sdk.MicroblogInstanceProfileInput>>,
  Expect<Equal<z.output<Op<typeof import('../../../packages/operations/src/microblog/instance-profile.ts')>['output']>, sdk.MicroblogInstanceProfileOutput>>,
]

export type MicroblogProfile = [
  Expect<Equal<z.input<Op<typeof import('../../../packages/operations/src/microblog/profile.ts')>['input']>, sdk.MicroblogProfileInput>>,
  Expect<Equal<z.output<Op<typeof import('../../../packages/operations/src/microblog/profile.ts')>['output']>, sdk.MicroblogProfileOutput>>,
]

export type PkgindexPackage = [
  Expect<Equal<z.input<Op<typeof import('../../../packages/operations/src/pkgindex/package.ts')>['input']>, sdk.PkgindexPackageInput>>,
  Expect<Equal<z.output<Op<typeof import('../../../packages/operations/src/pkgindex/package.ts')>['output']>, sdk.PkgindexPackageOutput>>,
]

export type Autocomplete = [
  Expect<Equal<z.input<Op<typeof import('../../../packages/operations/src/search/autocomplete.ts')>['input']>, sdk.AutocompleteInput>>,
  Expect<Equal<z.output<Op<typeof import('../../../packages/operations/src/search/autocomplete.ts')>['output']>, sdk.AutocompleteOutput>>,
]

export type TranslateText = [
  Expect<Equal<z.input<Op<typeof import('../../../packages/operations/src/translate/text.ts')>['input']>, sdk.TranslateTextInput>>,
  Expect<Equal<z.output<Op<typeof import('../../../packages/operations/src/translate/text.ts')>['output']>, sdk.TranslateTextOutput>>,
]

export type FetchMarkdown = [
  Expect<Equal<z.input<Op<typeof import('../../../packages/operations/src/web/fetch-markdown.ts')>['input']>, sdk.FetchMarkdownInput>>,
  Expect<Equal<z.output<Op<typeof import('../../../packages/operations/src/web/fetch-markdown.ts')>['output']>, sdk.FetchMarkdownOutput>>,
]

export type HtmlToPdf = [
  Expect<Equal<z.input<Op<typeof import('../../../packages/operations/src/web/html-to-pdf.ts')>['input']>, sdk.HtmlToPdfInput>>,
  Expect<Equal<z.output<Op<typeof import('../../../packages/operations/src/web/html-to-pdf.ts')>['output']>, sdk.HtmlToPdfOutput>>,
]

export type Screenshot = [
  Expect<Equal<z.input<Op<typeof import('../../../packages/operations/src/web/screenshot.ts')>['input']>, sdk.ScreenshotInput>>,
  Expect<Equal<z.output<Op<typeof import('../../../packages/operations/src/web/screenshot.ts')>['output']>, sdk.ScreenshotOutput>>,
]
