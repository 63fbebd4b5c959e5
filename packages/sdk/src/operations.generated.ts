// What the methods of the client need to know. Made by script/generate: do not edit.

/** Slug, seconds of its time-out, 1 when it acts on an account, field of the output that holds a file. */
export type OperationRow = readonly [slug: string, timeoutSec: number, acts: 0 | 1, file?: string]

export const operations: Readonly<Record<string, OperationRow>> = {
  autocomplete: ['autocomplete.post', 30, 0],
  codehostRepoContributors: ['codehost-repo-contributors.get', 30, 0],
  codehostRepo: ['codehost-repo.get', 15, 0],
  currencyConvert: ['currency-convert.get', 12, 0],
  emailGenerateAddress: ['email-generate-address.post', 5, 0],
  encyclopediaArticle: ['encyclopedia-article.get', 15, 0],
  fetchMarkdown: ['fetch-markdown.post', 25, 0],
  htmlToPdf: ['html-to-pdf.post', 25, 0, 'pdf'],
  microblogInstanceProfile: ['microblog-instance-profile.get', 15, 0],
  microblogProfile: ['microblog-profile.get', 15, 0],
  pkgindexPackage: ['pkgindex-package.get', 15, 0],
  screenshot: ['screenshot.post', 25, 0, 'image'],
  translateText: ['translate-text.get', 15, 0],
}
