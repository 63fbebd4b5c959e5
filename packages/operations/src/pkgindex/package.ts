import { defineOperation, fetchedAt, notFound, time } from '@kiosk/catalog'
import { z } from 'zod'
import { jsonOf, optionalText, readShape, understand } from '../shared/answer.ts'
import { decodeEncodedWords } from '../shared/rfc2047.ts'
import { refuseUnlessOk, upstreamDetails } from '../shared/upstream.ts'
import { parseMailboxes } from './lib/authors.ts'
import { licenceOf } from './lib/licence.ts'
import { PackageName } from './lib/package-name.ts'
import { files, firstUpload } from './lib/uploads.ts'
import { countVersions, MAX_BYTES } from './lib/versions.ts'
import { pkgindex } from './provider.ts'

const input = z.strictObject({
  name: z
    .string()
    .trim()
    .min(1)
    .max(214)
    .regex(
      /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/,
      'expected letters, digits, dots, underscores and hyphens, with a letter or digit at both ends',
    )
    .transform((name) => new PackageName(name))
    .describe('Package name, in any spelling that the index treats as the same.'),
})

const output = z.object({
  name: z.string().describe('Display name of the index.'),
  latestVersion: z.string().describe('The version that the index gives as the latest.'),
  summary: z.string().nullable().describe('One line that says what it does.'),
  author: z.string().nullable().describe('Name of the author; several joined with a comma and a blank.'),
  authorEmail: z.string().nullable().describe('Address part only; several joined with a comma and a blank.'),
  license: z
    .string()
    .nullable()
    .describe('SPDX expression, else a short licence text, else the last part of the licence classifier.'),
  homepage: z.string().nullable().describe('Homepage as stated; the source repository does not stand in for it.'),
  requiresPython: z.string().nullable().describe('Version range of the runtime.'),
  keywords: z.array(z.string()).describe('Keywords; empty when there are none.'),
  classifiers: z.array(z.string()).describe('Trove classifiers; empty when there are none.'),
  projectUrls: z.record(z.string(), z.string()).describe('Label to URL; {} when there are none.'),
  releaseCount: z
    .int()
    .nullable()
    .describe('Number of versions the index lists, also those without files; null when it lists none at all.'),
  latestReleaseUploaded: time.nullable().describe('Upload of the first file of the latest version, ISO 8601 UTC.'),
  fetchedAt,
})

type Package = z.output<typeof output>

export const operation = defineOperation({
  provider: pkgindex,
  slug: 'pkgindex-package.get',
  id: 'pkgindex.package',
  title: 'Package metadata',
  description: 'Reads the public metadata of one package and its latest version.',
  category: 'developer',
  tags: ['package', 'metadata', 'version'],
  units: 1,
  timeoutSec: 15,
  cacheSec: 300,
  access: 'public',
  needs: ['http'],
  input,
  output,
  examples: [
    { title: 'A package', input: { name: 'flask' } },
    { title: 'No such package', input: { name: 'no-such-kite' }, fails: 'NOT_FOUND' },
  ],
  async run(ctx, { name }) {
    const response = await ctx.http.send({
      path: `/pypi/${name.given}/json`,
      headers: { accept: 'application/json' },
      agent: 'browser',
      maxBytes: MAX_BYTES,
    })
    if (response.status === 404) {
      throw notFound('The index has no release of a package with this name.', {
        details: upstreamDetails(pkgindex, response),
      })
    }
    refuseUnlessOk(pkgindex, response, ctx.clock)
    const body = jsonOf(pkgindex, response)
    const read = understand(pkgindex, response, () => parsePackage(body, ctx.clock.now()))
    return read.releaseCount === null ? { ...read, releaseCount: await countVersions(ctx, name) } : read
  },
})

/** Old uploads wrote UNKNOWN where nothing was stated. */
const stated = optionalText.transform((text) => (text?.trim() === 'UNKNOWN' ? null : text))

const answer = z.object({
  info: z.object({
    name: z.string().min(1),
    version: z.string().min(1),
    summary: stated,
    author: stated,
    author_email: stated,
    license: stated,
    license_expression: stated,
    home_page: stated,
    requires_python: stated,
    keywords: stated,
    classifiers: z.array(z.string()).nullish().catch(null),
    project_urls: z.record(z.string(), stated).nullish().catch(null),
  }),
  releases: z.record(z.string(), z.unknown()).nullish().catch(null),
  urls: files,
})

/** @param body JSON of `/pypi/{name}/json`; answers for one version have no release list, then `releaseCount` is null */
export function parsePackage(body: unknown, readAt: Date): Package {
  const { info, releases, urls } = readShape(answer, body)
  const authors = parseMailboxes(info.author_email ?? '')
  const projectUrls = Object.entries(info.project_urls ?? {}).filter(
    (entry): entry is [string, string] => entry[1] !== null,
  )
  const classifiers = info.classifiers ?? []
  return {
    name: info.name,
    latestVersion: info.version,
    summary: info.summary,
    // Build tools write both as mail headers.
    author: info.author === null ? joined(authors.names) : decodeEncodedWords(info.author),
    authorEmail: joined(authors.addresses),
    license: licenceOf({ expression: info.license_expression, text: info.license, classifiers }),
    homepage: info.home_page ?? projectUrls.find(([label]) => isHomepage(label))?.[1] ?? null,
    requiresPython: info.requires_python,
    keywords: keywordsOf(info.keywords ?? ''),
    classifiers,
    projectUrls: Object.fromEntries(projectUrls),
    releaseCount: Object.keys(releases ?? {}).length || null,
    latestReleaseUploaded: firstUpload(urls) ?? firstUpload(files.parse(releases?.[info.version])),
    fetchedAt: readAt.toISOString(),
  }
}

function joined(parts: readonly string[]): string | null {
  return parts.join(', ') || null
}

function isHomepage(label: string): boolean {
  return label.toLowerCase().replace(/[\s_-]+/g, '') === 'homepage'
}

function keywordsOf(text: string): string[] {
  return text
    .split(text.includes(',') ? ',' : /\s+/)
    .map((keyword) => keyword.trim())
    .filter((keyword) => keyword !== '')
}
