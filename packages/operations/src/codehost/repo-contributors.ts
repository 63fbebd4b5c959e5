import { defineOperation, fetchedAt, proxyUrl, secret, time } from '@kiosk/catalog'
import { z } from 'zod'
import { jsonOf, optionalText, readShape, understand } from '../shared/answer.ts'
import { optionalWhole, whole } from '../shared/numbers.ts'
import { ask } from './lib/api.ts'
import { owner, repo } from './lib/fields.ts'
import { rateLimitOf } from './lib/rate-limit.ts'
import { codehost } from './provider.ts'

const input = z.strictObject({
  owner,
  repo,
  page: z.int().min(1).max(1000).default(1).describe('Page number.'),
  perPage: z.int().min(1).max(100).default(30).describe('Items per page.'),
  token: secret(z.string().trim().min(1).max(255).regex(/^\S+$/, 'expected a token without white space'))
    .optional()
    .describe('Code-host token for a higher request allowance.'),
  includeAnonymous: z.boolean().default(false).describe('Also e-mail-only contributors without an account.'),
  proxyUrl,
})

const contributor = z.object({
  id: z.int().nullable().describe('Id of the account; null for an anonymous contributor.'),
  type: z
    .string()
    .nullable()
    .describe('Such as `User`, `Bot` or `Anonymous`; null when the code host does not send it.'),
  login: z.string().nullable().describe('Name of the account; null for an anonymous contributor.'),
  htmlUrl: z.string().nullable().describe('Page of the account; null for an anonymous contributor.'),
  avatarUrl: z.string().nullable().describe('Picture of the account; null for an anonymous contributor.'),
  contributions: z.int().describe('Number of commits.'),
})

const rateLimit = z.object({
  limit: z.int().nullable().describe('Requests allowed in a window.'),
  remaining: z.int().nullable().describe('Requests left in the window.'),
  resetEpoch: z.int().nullable().describe('When the window ends, unix seconds.'),
  resetAt: time.nullable().describe('The same as ISO 8601 UTC.'),
  resource: z.string().nullable().describe('Name of the bucket, such as `core`.'),
})

const output = z.object({
  items: z.array(contributor).describe('Contributors of this page, most commits first; empty past the last page.'),
  rateLimit: rateLimit.describe(
    "The code host's own allowance, so that callers can pace themselves; null where it states none.",
  ),
  fetchedAt,
})

export const operation = defineOperation({
  provider: codehost,
  slug: 'codehost-repo-contributors.get',
  id: 'codehost.repoContributors',
  title: 'Repository contributors',
  description: 'Lists contributors of a repository ranked by commit count, one page at a time.',
  category: 'developer',
  tags: ['code', 'repository', 'contributors'],
  units: 1,
  timeoutSec: 30,
  cacheSec: 300,
  access: 'public',
  needs: ['http'],
  input,
  output,
  examples: [
    {
      title: 'With anonymous contributors',
      input: { owner: 'sferik', repo: 'rails_admin', includeAnonymous: true, perPage: 100 },
    },
    {
      title: 'A repository that does not exist',
      input: { owner: 'ana-example', repo: 'no-such-kite' },
      fails: 'NOT_FOUND',
    },
  ],
  async run(ctx, { owner, repo, page, perPage, token, includeAnonymous }) {
    const response = await ask(ctx, {
      path: `/repos/${owner}/${repo}/contributors`,
      query: { per_page: perPage, page, anon: includeAnonymous ? 1 : undefined },
      token,
    })
    // A repository without commits is answered with 204 and no body.
    const parse = () => (response.status === 204 ? [] : parseContributors(jsonOf(codehost, response)))
    return {
      items: understand(codehost, response, parse),
      rateLimit: rateLimitOf(response),
      fetchedAt: ctx.clock.now().toISOString(),
    }
  },
})

const answer = z.array(
  z.object({
    id: optionalWhole,
    type: optionalText,
    login: optionalText,
    html_url: optionalText,
    avatar_url: optionalText,
    contributions: whole,
  }),
)

/** @param body JSON of `GET /repos/{owner}/{repo}/contributors`. Names and addresses of anonymous contributors are left out. */
export function parseContributors(body: unknown): z.output<typeof contributor>[] {
  return readShape(answer, body).map(({ id, type, login, html_url, avatar_url, contributions }) => ({
    id,
    type,
    login,
    htmlUrl: html_url,
    avatarUrl: avatar_url,
    contributions,
  }))
}
