// Types of every operation. Made by script/generate from the schemas: do not edit.
import type { Call, FileCall } from './call.ts'
import type { CallOptions } from './client.ts'

/** Codes of refusals and failures; the service's table has what each one means. */
export type ServiceErrorCode =
  | 'INVALID_INPUT'
  | 'DESTINATION_REFUSED'
  | 'UNAUTHORIZED'
  | 'FORBIDDEN'
  | 'OPERATION_NOT_FOUND'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'REQUEST_TIMEOUT'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'IDEMPOTENCY_IN_FLIGHT'
  | 'EXPIRED'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'CLIENT_RENDERED'
  | 'CREDENTIALS_REJECTED'
  | 'UNPROCESSABLE'
  | 'HEADERS_TOO_LARGE'
  | 'QUOTA_EXCEEDED'
  | 'RATE_LIMITED'
  | 'INTERNAL'
  | 'UPSTREAM_BLOCKED'
  | 'UPSTREAM_ERROR'
  | 'UPSTREAM_CHANGED'
  | 'UPSTREAM_UNREACHABLE'
  | 'SERVICE_UNAVAILABLE'
  | 'AUTH_UNAVAILABLE'
  | 'UPSTREAM_RATE_LIMITED'
  | 'OVERLOADED'
  | 'NOT_CONFIGURED'
  | 'TIMEOUT'
  | 'UPSTREAM_TIMEOUT'

/** Input of `autocomplete.post`: Search suggestions. */
export interface AutocompleteInput {
  /**
   * Text to complete.
   * 1 to 200 characters.
   */
  query: string
  /**
   * `chrome` adds relevance and kind; `firefox` is the plain form.
   * Default: `"chrome"`.
   */
  client?: "chrome" | "firefox" | undefined
  /**
   * Also asks for the query followed by each letter a-z.
   * Default: `false`.
   */
  expand?: boolean | undefined
  /**
   * Country bias: two letters.
   * 2 to 2 characters.
   * Default: `"us"`.
   */
  country?: string | undefined
  /**
   * Interface language: a language tag.
   * 2 to 10 characters.
   * Default: `"en"`.
   */
  language?: string | undefined
  /**
   * Cap on suggestions; default 20, or 300 with `expand`.
   * 1 to 1000.
   */
  maxSuggestions?: number | undefined
  /**
   * The caller's proxy: an http, https or socks5 URL with a public host. Wins over the header x-proxy-url.
   * A secret.
   * 1 to 2048 characters.
   */
  proxyUrl?: string | undefined
}

/** Output of `autocomplete.post`: Search suggestions. */
export interface AutocompleteOutput {
  /** The trimmed query. */
  query: string
  /** Number of suggestions returned. */
  count: number
  /** Suggestions in the order of the upstream; may be empty. */
  suggestions: {
    /** The suggested query. */
    text: string
    /** Kind as the upstream names it, such as QUERY, ENTITY, NAVIGATION or CALCULATOR; only with `chrome`. */
    kind?: string | undefined
    /** The upstream's own score; only with `chrome`. */
    relevance?: number | undefined
  }[]
  /** Short text, such as "10 suggestions" or "24 of 27 queries answered". */
  message: string
  /** True when the query itself was answered. */
  success: boolean
  /** Duration of the fetch in milliseconds. */
  elapsedMs: number
  /** When the upstream answered, ISO 8601 UTC; the original time on a cached answer. */
  fetchedAt: string
}

/** Input of `codehost-repo-contributors.get`: Repository contributors. */
export interface CodehostRepoContributorsInput {
  /**
   * Account that owns the repository.
   * 1 to 39 characters.
   */
  owner: string
  /**
   * Repository name; a trailing `.git` is dropped.
   * 1 to 100 characters.
   */
  repo: string
  /**
   * Page number.
   * 1 to 1000.
   * Default: `1`.
   */
  page?: number | undefined
  /**
   * Items per page.
   * 1 to 100.
   * Default: `30`.
   */
  perPage?: number | undefined
  /**
   * Code-host token for a higher request allowance.
   * A secret.
   * 1 to 255 characters.
   */
  token?: string | undefined
  /**
   * Also e-mail-only contributors without an account.
   * Default: `false`.
   */
  includeAnonymous?: boolean | undefined
  /**
   * The caller's proxy: an http, https or socks5 URL with a public host. Wins over the header x-proxy-url.
   * A secret.
   * 1 to 2048 characters.
   */
  proxyUrl?: string | undefined
}

/** Output of `codehost-repo-contributors.get`: Repository contributors. */
export interface CodehostRepoContributorsOutput {
  /** Contributors of this page, most commits first; empty past the last page. */
  items: {
    /** Id of the account; null for an anonymous contributor. */
    id: number | null
    /** Such as `User`, `Bot` or `Anonymous`; null when the code host does not send it. */
    type: string | null
    /** Name of the account; null for an anonymous contributor. */
    login: string | null
    /** Page of the account; null for an anonymous contributor. */
    htmlUrl: string | null
    /** Picture of the account; null for an anonymous contributor. */
    avatarUrl: string | null
    /** Number of commits. */
    contributions: number
  }[]
  /** The code host's own allowance, so that callers can pace themselves; null where it states none. */
  rateLimit: {
    /** Requests allowed in a window. */
    limit: number | null
    /** Requests left in the window. */
    remaining: number | null
    /** When the window ends, unix seconds. */
    resetEpoch: number | null
    /** The same as ISO 8601 UTC. */
    resetAt: string | null
    /** Name of the bucket, such as `core`. */
    resource: string | null
  }
  /** When the upstream answered, ISO 8601 UTC; the original time on a cached answer. */
  fetchedAt: string
}

/** Input of `codehost-repo.get`: Repository metadata. */
export interface CodehostRepoInput {
  /**
   * Account that owns the repository.
   * 1 to 39 characters.
   */
  owner: string
  /**
   * Repository name; a trailing `.git` is dropped.
   * 1 to 100 characters.
   */
  repo: string
}

/** Output of `codehost-repo.get`: Repository metadata. */
export interface CodehostRepoOutput {
  /** owner/name as the code host gives it now: the new name after a rename. */
  fullName: string
  /** Page of the repository. */
  htmlUrl: string
  /** Short description by its owner. */
  description: string | null
  /** Homepage by its owner; null also for an empty text. */
  homepage: string | null
  /** Main language. */
  language: string | null
  /** SPDX id; `NOASSERTION` is passed on. */
  license: string | null
  /** Name of the default branch. */
  defaultBranch: string
  /** Number of stars. */
  stars: number
  /** Number of forks. */
  forks: number
  /** People who watch (not the stars); null when the code host does not send it. */
  watchers: number | null
  /** Open issues and pull requests. */
  openIssues: number
  /** True for a fork of another repository. */
  isFork: boolean
  /** True when it was made read-only. */
  isArchived: boolean
  /** True for a template; false when the code host does not send it. */
  isTemplate: boolean
  /** Topics; empty when there are none. */
  topics: string[]
  /** When it was created, ISO 8601 UTC. */
  createdAt: string
  /** Last change of its metadata, ISO 8601 UTC. */
  updatedAt: string
  /** Last push, ISO 8601 UTC; null for a repository never pushed to. */
  pushedAt: string | null
  /** When the upstream answered, ISO 8601 UTC; the original time on a cached answer. */
  fetchedAt: string
}

/** Input of `currency-convert.get`: Currency conversion. */
export interface CurrencyConvertInput {
  /**
   * ISO 4217 code to convert from, in any case.
   * 3 to 3 characters.
   */
  base: string
  /**
   * ISO 4217 codes to convert to, separated by commas, at most 40; may hold the base.
   * 3 to 255 characters.
   */
  targets: string
  /**
   * Amount in base.
   * 0 to 1000000000000.
   * Default: `1`.
   */
  amount?: number | undefined
}

/** Output of `currency-convert.get`: Currency conversion. */
export interface CurrencyConvertOutput {
  /** Code converted from, upper case. */
  base: string
  /** Day of the rates, YYYY-MM-DD: the last published day, not today. */
  date: string
  /** Amount in base. */
  amount: number
  /** Units of each target for one base, rounded to 6 significant digits. */
  rates: Record<string, number>
  /** Amount times the unrounded rate; 4 decimals from 1 up, 6 significant digits below. */
  converted: Record<string, number>
  /** When the upstream answered, ISO 8601 UTC; the original time on a cached answer. */
  fetchedAt: string
}

/** Input of `email-generate-address.post`: Disposable e-mail address. */
export interface EmailGenerateAddressInput {
  [key: string]: never
}

/** Output of `email-generate-address.post`: Disposable e-mail address. */
export interface EmailGenerateAddressOutput {
  /** The new address, lower case. */
  address: string
  /** How it was made: a random name at a catch-all domain, plus-addressing, or a pre-created alias. */
  mode: "catch-all" | "plus" | "alias"
  /** Domain of the address. */
  domain: string
  /** Value to pass as `recipientFilter` to the mailbox readers. */
  recipientFilter: string
  /** When it was made, ISO 8601 UTC. */
  createdAt: string
}

/** Input of `encyclopedia-article.get`: Encyclopedia summary. */
export interface EncyclopediaArticleInput {
  /**
   * Title, URL-style slug, free text or a pasted article link.
   * 1 to 255 characters.
   */
  title: string
  /**
   * Language edition; a pasted link brings its own.
   * 2 to 12 characters.
   * Default: `"en"`.
   */
  language?: string | undefined
}

/** Output of `encyclopedia-article.get`: Encyclopedia summary. */
export interface EncyclopediaArticleOutput {
  /** Language of the article. */
  lang: string
  /** Plain title of the article served, after redirects. */
  title: string
  /** Title as it is shown; may hold HTML. */
  displayTitle: string
  /** One line that says what it is about. */
  description: string | null
  /** Summary as plain text; "" when the page has none. */
  extract: string
  /** Summary as HTML; "" when the page has none. */
  extractHtml: string
  /** Address of the article. */
  pageUrl: string
  /** Id of the revision that was read. */
  revision: string
  /** Last edit, ISO 8601 UTC. */
  timestamp: string
  /** Address of a small image. */
  thumbnail: string | null
  /** Address of the image in full size. */
  originalImage: string | null
  /** Where it is, for places. */
  coordinates: {
    /** Latitude in degrees. */
    lat: number
    /** Longitude in degrees. */
    lon: number
  } | null
  /** When the upstream answered, ISO 8601 UTC; the original time on a cached answer. */
  fetchedAt: string
}

/** Input of `fetch-markdown.post`: Page to Markdown. */
export interface FetchMarkdownInput {
  /**
   * Page to fetch: an absolute http or https URL on a public host.
   * 1 to 2048 characters.
   */
  url: string
  /**
   * `article`: main content, checked against the whole page; `full`: whole body without nav, footer, aside, form.
   * Default: `"article"`.
   */
  mode?: "article" | "full" | undefined
  /**
   * Most characters of markdown; cut at the nearest paragraph or line end.
   * 100 to 1000000.
   * Default: `100000`.
   */
  maxChars?: number | undefined
  /**
   * Network budget over the direct attempt and the one retry; the operation's own 25 s still hold.
   * 1000 to 27000.
   * Default: `20000`.
   */
  timeoutMs?: number | undefined
  /**
   * Keep inline links and return the link list; false turns anchors into plain text.
   * Default: `true`.
   */
  includeLinks?: boolean | undefined
  /**
   * Keep image references.
   * Default: `false`.
   */
  includeImages?: boolean | undefined
}

/** Output of `fetch-markdown.post`: Page to Markdown. */
export interface FetchMarkdownOutput {
  /** Converted document; begins with the title as an H1 when the content does not start with a heading. */
  markdown: string
  /** Title without the name of the site; "" when none was found. */
  title: string
  /** Author line. */
  byline: string | null
  /** The page's own short description. */
  excerpt: string | null
  /** Language tag of the page. */
  lang: string | null
  /**
   * Links of the returned markdown, each once, at most 500; only when includeLinks is true.
   * 0 to 500 items.
   */
  links?: {
    /** Absolute http or https address. */
    href: string
    /** Text of the link; "" when it has none. */
    text: string
  }[] | undefined
  /** Address after redirects. */
  finalUrl: string
  /** Characters (code points) of the returned markdown. */
  charCount: number
  /** Stage that produced the markdown; `full-dom` in article mode means that the content-density check failed. */
  extractor: "readability" | "full-dom" | "block-model" | "embedded-data" | "plain-text"
  /** When the upstream answered, ISO 8601 UTC; the original time on a cached answer. */
  fetchedAt: string
  /** True when cut to fit maxChars. */
  truncated: boolean
  /** Status of the response that produced the markdown. */
  httpStatus: number
  /** Route of that response. */
  fetchedWith: "direct" | "datacenter" | "residential"
}

/** Input of `html-to-pdf.post`: HTML to PDF. */
export interface HtmlToPdfInput {
  /**
   * Page to render; excludes html.
   * 1 to 2048 characters.
   */
  url?: string | undefined
  /**
   * Document to render, at most 2 MB of UTF-8; excludes url. Relative asset paths cannot resolve: use absolute https URLs or inline data.
   * 1 to 2097152 characters.
   */
  html?: string | undefined
  /**
   * CSS media to emulate.
   * Default: `"screen"`.
   */
  media?: "screen" | "print" | undefined
  /**
   * Scale of the rendering.
   * 0.1 to 2.
   * Default: `1`.
   */
  scale?: number | undefined
  /**
   * Paper size.
   * Default: `"A4"`.
   */
  format?: "A3" | "A4" | "A5" | "Letter" | "Legal" | "Tabloid" | undefined
  /**
   * Page margins, each a number followed by px, in, cm, mm or pt; sides left out are 0.
   * Default: `{}`.
   */
  margin?: {
    /**
     * Top margin.
     * 1 to 16 characters.
     * Default: `"0"`.
     */
    top?: string | undefined
    /**
     * Right margin.
     * 1 to 16 characters.
     * Default: `"0"`.
     */
    right?: string | undefined
    /**
     * Bottom margin.
     * 1 to 16 characters.
     * Default: `"0"`.
     */
    bottom?: string | undefined
    /**
     * Left margin.
     * 1 to 16 characters.
     * Default: `"0"`.
     */
    left?: string | undefined
  } | undefined
  /**
   * Landscape instead of portrait.
   * Default: `false`.
   */
  landscape?: boolean | undefined
  /**
   * When the page counts as ready.
   * Default: `"load"`.
   */
  waitUntil?: "domcontentloaded" | "load" | "networkidle" | undefined
  /**
   * Pages to include, such as 1-3,5 or 8-; the whole document when left out.
   * 1 to 100 characters.
   */
  pageRanges?: string | undefined
  /**
   * Print background colours and images.
   * Default: `true`.
   */
  printBackground?: boolean | undefined
}

/** Output of `html-to-pdf.post`: HTML to PDF. */
export interface HtmlToPdfOutput {
  /** Base64 PDF bytes, no data: prefix. */
  pdf: string
  /** Size of the decoded PDF. */
  bytes: number
  /** Page count read from the PDF; left out when it cannot be read with certainty. */
  pages?: number | undefined
}

/** Input of `microblog-instance-profile.get`: Microblog profile on any instance. */
export interface MicroblogInstanceProfileInput {
  /**
   * Fully qualified handle: user@host, @user@host, acct:user@host or a profile link.
   * 3 to 320 characters.
   */
  handle: string
  /**
   * The caller's proxy: an http, https or socks5 URL with a public host. Wins over the header x-proxy-url.
   * A secret.
   * 1 to 2048 characters.
   */
  proxyUrl?: string | undefined
}

/** Output of `microblog-instance-profile.get`: Microblog profile on any instance. */
export interface MicroblogInstanceProfileOutput {
  /** Account id on its instance. */
  id: string | null
  /** Address of the account's actor document. */
  actorUri: string | null
  /** user@host, built from the canonical account. */
  handle: string
  /** Name of the account on its instance. */
  username: string
  /** Host that serves the account. */
  instance: string
  /** Profile page. */
  url: string | null
  /** Display name as written. */
  displayName: string | null
  /** Self-description as plain text. */
  description: string | null
  /** Self-description as the instance sends it; not made safe for display. */
  descriptionHtml: string | null
  /** Address of the avatar. */
  avatar: string | null
  /** Address of the banner. */
  banner: string | null
  /** Number of posts. */
  postsCount: number | null
  /** Number of accounts it follows. */
  followsCount: number | null
  /** Number of followers. */
  followersCount: number | null
  /** When the account was made, ISO 8601 UTC. */
  createdAt: string | null
  /** Day of the last post, YYYY-MM-DD. */
  lastStatusAt: string | null
  /** Follows need approval. */
  isLocked: boolean | null
  /** Run by a program. */
  isBot: boolean | null
  /** Stands for a group. */
  isGroup: boolean | null
  /** Wants to be found. */
  isDiscoverable: boolean | null
  /** Profile fields. */
  fields: {
    /** Label. */
    name: string
    /** Value as plain text. */
    value: string
    /** When the instance verified the link, ISO 8601 UTC. */
    verifiedAt: string | null
  }[]
  /** Duration of the fetch in milliseconds. */
  elapsedMs: number
  /** When the upstream answered, ISO 8601 UTC; the original time on a cached answer. */
  fetchedAt: string
}

/** Input of `microblog-profile.get`: Microblog profile. */
export interface MicroblogProfileInput {
  /**
   * Handle or DID. A leading `@` and a profile link are accepted; a name without a dot gets the default domain.
   * 1 to 253 characters.
   */
  handle: string
}

/** Output of `microblog-profile.get`: Microblog profile. */
export interface MicroblogProfileOutput {
  /** Permanent id of the account. */
  did: string
  /** Current handle. */
  handle: string
  /** Display name as written. */
  displayName: string | null
  /** Self-description, line breaks kept. */
  description: string | null
  /** Address of the avatar. */
  avatar: string | null
  /** Address of the banner. */
  banner: string | null
  /** When the index last read the profile, ISO 8601 UTC. */
  indexedAt: string | null
  /** Moderation labels as the index gives them. */
  labels: Record<string, unknown>[]
  /** What belongs to the account (lists, feeds, labeler, chat rules), as the index gives it. */
  associated: Record<string, unknown>
  /** Number of posts. */
  postsCount: number | null
  /** Number of accounts it follows. */
  followsCount: number | null
  /** Number of followers. */
  followersCount: number | null
  /** When the upstream answered, ISO 8601 UTC; the original time on a cached answer. */
  fetchedAt: string
}

/** Input of `pkgindex-package.get`: Package metadata. */
export interface PkgindexPackageInput {
  /**
   * Package name, in any spelling that the index treats as the same.
   * 1 to 214 characters.
   */
  name: string
}

/** Output of `pkgindex-package.get`: Package metadata. */
export interface PkgindexPackageOutput {
  /** Display name of the index. */
  name: string
  /** The version that the index gives as the latest. */
  latestVersion: string
  /** One line that says what it does. */
  summary: string | null
  /** Name of the author; several joined with a comma and a blank. */
  author: string | null
  /** Address part only; several joined with a comma and a blank. */
  authorEmail: string | null
  /** SPDX expression, else a short licence text, else the last part of the licence classifier. */
  license: string | null
  /** Homepage as stated; the source repository does not stand in for it. */
  homepage: string | null
  /** Version range of the runtime. */
  requiresPython: string | null
  /** Keywords; empty when there are none. */
  keywords: string[]
  /** Trove classifiers; empty when there are none. */
  classifiers: string[]
  /** Label to URL; {} when there are none. */
  projectUrls: Record<string, string>
  /** Number of versions the index lists, also those without files; null when it lists none at all. */
  releaseCount: number | null
  /** Upload of the first file of the latest version, ISO 8601 UTC. */
  latestReleaseUploaded: string | null
  /** When the upstream answered, ISO 8601 UTC; the original time on a cached answer. */
  fetchedAt: string
}

/** Input of `screenshot.post`: Web page screenshot. */
export interface ScreenshotInput {
  /**
   * Page to capture.
   * 1 to 2048 characters.
   */
  url: string
  /**
   * Viewport width in CSS pixels.
   * 100 to 3840.
   * Default: `1280`.
   */
  width?: number | undefined
  /**
   * Viewport height; with fullPage it still sets the layout viewport.
   * 100 to 4320.
   * Default: `800`.
   */
  height?: number | undefined
  /**
   * Encoding of the image.
   * Default: `"png"`.
   */
  format?: "png" | "jpeg" | undefined
  /**
   * JPEG quality, 80 when left out; refused when format is png.
   * 1 to 100.
   */
  quality?: number | undefined
  /**
   * Extra settle time after navigation, in milliseconds.
   * 0 to 10000.
   * Default: `0`.
   */
  delayMs?: number | undefined
  /**
   * Abort requests to known ad and tracker hosts.
   * Default: `false`.
   */
  blockAds?: boolean | undefined
  /**
   * Capture the whole scrollable document.
   * Default: `false`.
   */
  fullPage?: boolean | undefined
  /**
   * When the page counts as ready.
   * Default: `"load"`.
   */
  waitUntil?: "domcontentloaded" | "load" | "networkidle" | undefined
}

/** Output of `screenshot.post`: Web page screenshot. */
export interface ScreenshotOutput {
  /** Base64 image bytes, no data: prefix. */
  image: string
  /** Size of the decoded image. */
  bytes: number
  /** Width of the image in pixels. */
  width: number
  /** Height of the image in pixels; document height with fullPage. */
  height: number
  /** Encoding returned. */
  format: "png" | "jpeg"
  /** Address after redirects. */
  finalUrl: string
}

/** Input of `translate-text.get`: Text translation. */
export interface TranslateTextInput {
  /**
   * Text to translate.
   * 1 to 5000 characters.
   */
  text: string
  /**
   * Language to translate to: a tag such as `de`, `pt-BR` or `zh-CN`.
   * 2 to 12 characters.
   */
  target: string
  /**
   * Language of the text: `auto` or a tag.
   * 2 to 12 characters.
   * Default: `"auto"`.
   */
  source?: string | undefined
  /**
   * The caller's proxy: an http, https or socks5 URL with a public host. Wins over the header x-proxy-url.
   * A secret.
   * 1 to 2048 characters.
   */
  proxyUrl?: string | undefined
}

/** Output of `translate-text.get`: Text translation. */
export interface TranslateTextOutput {
  /** The input text. */
  text: string
  /** The translation, line breaks kept. */
  translatedText: string
  /** Language of the text, given or detected. */
  source: string | null
  /** Target language as sent. */
  target: string
  /** 0-1: certainty of the detected language. */
  confidence: number | null
  /** Characters of the input text. */
  charCount: number
  /** Name of the engine that answered; `none` when source and target are the same language. */
  provider: string
  /** Duration of the fetch in milliseconds. */
  elapsedMs: number
  /** When the upstream answered, ISO 8601 UTC; the original time on a cached answer. */
  fetchedAt: string
}

/** Input and output by slug. */
export interface Operations {
  'autocomplete.post': { input: AutocompleteInput; output: AutocompleteOutput }
  'codehost-repo-contributors.get': { input: CodehostRepoContributorsInput; output: CodehostRepoContributorsOutput }
  'codehost-repo.get': { input: CodehostRepoInput; output: CodehostRepoOutput }
  'currency-convert.get': { input: CurrencyConvertInput; output: CurrencyConvertOutput }
  'email-generate-address.post': { input: EmailGenerateAddressInput; output: EmailGenerateAddressOutput }
  'encyclopedia-article.get': { input: EncyclopediaArticleInput; output: EncyclopediaArticleOutput }
  'fetch-markdown.post': { input: FetchMarkdownInput; output: FetchMarkdownOutput }
  'html-to-pdf.post': { input: HtmlToPdfInput; output: HtmlToPdfOutput }
  'microblog-instance-profile.get': { input: MicroblogInstanceProfileInput; output: MicroblogInstanceProfileOutput }
  'microblog-profile.get': { input: MicroblogProfileInput; output: MicroblogProfileOutput }
  'pkgindex-package.get': { input: PkgindexPackageInput; output: PkgindexPackageOutput }
  'screenshot.post': { input: ScreenshotInput; output: ScreenshotOutput }
  'translate-text.get': { input: TranslateTextInput; output: TranslateTextOutput }
}

/** One method for each operation. Each rejects with `KioskError`. */
export interface OperationMethods {
  /**
   * Returns search suggestions for a query over plain HTTP, optionally widened by every letter of the alphabet.
   *
   * `autocomplete.post`. Costs 1 unit; cached 300 s (a hit is free). Time-out 30 s.
   *
   * @example
   * ```ts
   * await kiosk.autocomplete({"query":"etec a","client":"chrome","language":"en","country":"us"})
   * ```
   */
  autocomplete(input: AutocompleteInput, options?: CallOptions): Call<AutocompleteOutput>

  /**
   * Lists contributors of a repository ranked by commit count, one page at a time.
   *
   * `codehost-repo-contributors.get`. Costs 1 unit; cached 300 s (a hit is free). Time-out 30 s.
   *
   * @example
   * ```ts
   * await kiosk.codehostRepoContributors({"owner":"sferik","repo":"rails_admin","includeAnonymous":true,"perPage":100})
   * ```
   */
  codehostRepoContributors(input: CodehostRepoContributorsInput, options?: CallOptions): Call<CodehostRepoContributorsOutput>

  /**
   * Reads the public metadata of one repository.
   *
   * `codehost-repo.get`. Costs 1 unit; cached 300 s (a hit is free). Time-out 15 s.
   *
   * @example
   * ```ts
   * await kiosk.codehostRepo({"owner":"PyGithub","repo":"PyGithub"})
   * ```
   */
  codehostRepo(input: CodehostRepoInput, options?: CallOptions): Call<CodehostRepoOutput>

  /**
   * Converts an amount with the central bank's daily reference rates.
   *
   * `currency-convert.get`. Costs 1 unit; cached 600 s (a hit is free). Time-out 12 s.
   *
   * @example
   * ```ts
   * await kiosk.currencyConvert({"base":"USD","targets":"EUR,GBP","amount":100})
   * ```
   */
  currencyConvert(input: CurrencyConvertInput, options?: CallOptions): Call<CurrencyConvertOutput>

  /**
   * Makes a fresh disposable e-mail address for an account sign-up.
   *
   * `email-generate-address.post`. Costs 1 unit; never cached. Time-out 5 s.
   *
   * @example
   * ```ts
   * await kiosk.emailGenerateAddress({})
   * ```
   */
  emailGenerateAddress(input?: EmailGenerateAddressInput, options?: CallOptions): Call<EmailGenerateAddressOutput>

  /**
   * Reads the summary of one encyclopedia article.
   *
   * `encyclopedia-article.get`. Costs 1 unit; cached 3600 s (a hit is free). Time-out 15 s.
   *
   * @example
   * ```ts
   * await kiosk.encyclopediaArticle({"title":"Tokyo","language":"en"})
   * ```
   */
  encyclopediaArticle(input: EncyclopediaArticleInput, options?: CallOptions): Call<EncyclopediaArticleOutput>

  /**
   * Fetches a page over plain HTTP with browser headers, retries once through a proxy when a bot wall answers, and converts it to Markdown.
   *
   * `fetch-markdown.post`. Costs 3 units; cached 300 s (a hit is free). Time-out 25 s.
   *
   * @example
   * ```ts
   * await kiosk.fetchMarkdown({"url":"https://example.com/blog/post","mode":"article","maxChars":20000,"includeLinks":true})
   * ```
   */
  fetchMarkdown(input: FetchMarkdownInput, options?: CallOptions): Call<FetchMarkdownOutput>

  /**
   * Renders a public page or a raw HTML document to a PDF with a headless browser and returns it as base64.
   *
   * `html-to-pdf.post`. Costs 20 units; cached 300 s (a hit is free). Time-out 25 s.
   *
   * @example
   * ```ts
   * await kiosk.htmlToPdf({"html":"<!doctype html><h1>Invoice 2041</h1><p>Total: 42.00 EUR</p>","format":"A4","margin":{"top":"20mm","bottom":"20mm"}})
   * ```
   */
  htmlToPdf(input?: HtmlToPdfInput, options?: CallOptions): FileCall<HtmlToPdfOutput>

  /**
   * Reads a profile by fully qualified handle from any compatible instance.
   *
   * `microblog-instance-profile.get`. Costs 1 unit; cached 60 s (a hit is free). Time-out 15 s.
   *
   * @example
   * ```ts
   * await kiosk.microblogInstanceProfile({"handle":"@Gargron@mastodon.social"})
   * ```
   */
  microblogInstanceProfile(input: MicroblogInstanceProfileInput, options?: CallOptions): Call<MicroblogInstanceProfileOutput>

  /**
   * Reads a profile by handle or DID from the network's public index.
   *
   * `microblog-profile.get`. Costs 1 unit; cached 60 s (a hit is free). Time-out 15 s.
   *
   * @example
   * ```ts
   * await kiosk.microblogProfile({"handle":"wired.com"})
   * ```
   */
  microblogProfile(input: MicroblogProfileInput, options?: CallOptions): Call<MicroblogProfileOutput>

  /**
   * Reads the public metadata of one package and its latest version.
   *
   * `pkgindex-package.get`. Costs 1 unit; cached 300 s (a hit is free). Time-out 15 s.
   *
   * @example
   * ```ts
   * await kiosk.pkgindexPackage({"name":"flask"})
   * ```
   */
  pkgindexPackage(input: PkgindexPackageInput, options?: CallOptions): Call<PkgindexPackageOutput>

  /**
   * Renders a public page with a headless browser and returns a PNG or JPEG as base64.
   *
   * `screenshot.post`. Costs 20 units; cached 60 s (a hit is free). Time-out 25 s.
   *
   * @example
   * ```ts
   * await kiosk.screenshot({"url":"https://example.com/","width":1280,"height":800,"format":"jpeg","quality":85,"fullPage":true})
   * ```
   */
  screenshot(input: ScreenshotInput, options?: CallOptions): FileCall<ScreenshotOutput>

  /**
   * Translates a text into a target language.
   *
   * `translate-text.get`. Costs 1 unit; cached 3600 s (a hit is free). Time-out 15 s.
   *
   * @example
   * ```ts
   * await kiosk.translateText({"text":"Hello world. How are you?\nSecond line.","target":"fr"})
   * ```
   */
  translateText(input: TranslateTextInput, options?: CallOptions): Call<TranslateTextOutput>
}
