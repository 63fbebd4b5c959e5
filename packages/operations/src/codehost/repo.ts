import { defineOperation, fetchedAt, type HttpResponse, type Memo, notFound, time } from '@kiosk/catalog'
import { z } from 'zod'
import { jsonOf, optionalText, readShape, understand } from '../shared/answer.ts'
import { optionalTime, upstreamTime } from '../shared/dates.ts'
import { optionalWhole, whole } from '../shared/numbers.ts'
import { ask } from './lib/api.ts'
import { owner, repo } from './lib/fields.ts'
import { codehost } from './provider.ts'

const input = z.strictObject({ owner, repo })

const output = z.object({
  fullName: z.string().describe('owner/name as the code host gives it now: the new name after a rename.'),
  htmlUrl: z.string().describe('Page of the repository.'),
  description: z.string().nullable().describe('Short description by its owner.'),
  homepage: z.string().nullable().describe('Homepage by its owner; null also for an empty text.'),
  language: z.string().nullable().describe('Main language.'),
  license: z.string().nullable().describe('SPDX id; `NOASSERTION` is passed on.'),
  defaultBranch: z.string().describe('Name of the default branch.'),
  stars: z.int().describe('Number of stars.'),
  forks: z.int().describe('Number of forks.'),
  watchers: z.int().nullable().describe('People who watch (not the stars); null when the code host does not send it.'),
  openIssues: z.int().describe('Open issues and pull requests.'),
  isFork: z.boolean().describe('True for a fork of another repository.'),
  isArchived: z.boolean().describe('True when it was made read-only.'),
  isTemplate: z.boolean().describe('True for a template; false when the code host does not send it.'),
  topics: z.array(z.string()).describe('Topics; empty when there are none.'),
  createdAt: time.describe('When it was created, ISO 8601 UTC.'),
  updatedAt: time.describe('Last change of its metadata, ISO 8601 UTC.'),
  pushedAt: time.nullable().describe('Last push, ISO 8601 UTC; null for a repository never pushed to.'),
  fetchedAt,
})

type Repo = z.output<typeof output>

export const operation = defineOperation({
  provider: codehost,
  slug: 'codehost-repo.get',
  id: 'codehost.repo',
  title: 'Repository metadata',
  description: 'Reads the public metadata of one repository.',
  category: 'developer',
  tags: ['code', 'repository', 'metadata'],
  units: 1,
  timeoutSec: 15,
  cacheSec: 300,
  access: 'public',
  needs: ['http', 'memo'],
  input,
  output,
  examples: [
    { title: 'A repository', input: { owner: 'PyGithub', repo: 'PyGithub' } },
    {
      title: 'A repository that does not exist',
      input: { owner: 'ana-example', repo: 'no-such-kite' },
      fails: 'NOT_FOUND',
    },
  ],
  async run(ctx, { owner, repo }) {
    const key = `repo:${owner}/${repo}`.toLowerCase()
    const kept = await recall(ctx.memo, key)
    const response = await ask(ctx, { path: `/repos/${owner}/${repo}`, etag: kept?.etag })
    const now = ctx.clock.now()
    if (kept !== null && response.status === 304) return { ...kept.repo, fetchedAt: now.toISOString() }
    const read = understand(codehost, response, () => parseRepo(jsonOf(codehost, response), now))
    await remember(ctx.memo, key, response, read)
    return read
  },
})

const flag = z
  .boolean()
  .nullish()
  .transform((value) => value ?? false)

const answer = z.object({
  full_name: z.string().min(1),
  html_url: z.string().min(1),
  description: optionalText,
  homepage: optionalText,
  language: optionalText,
  license: z.object({ spdx_id: optionalText }).nullish().catch(null),
  default_branch: z.string().min(1),
  stargazers_count: z.unknown().optional(),
  watchers_count: z.unknown().optional(),
  forks_count: whole,
  subscribers_count: optionalWhole,
  open_issues_count: whole,
  private: flag,
  fork: z.boolean(),
  // Answers from before these existed lack them.
  archived: flag,
  is_template: flag,
  topics: z.array(z.string()).nullish().catch(null),
  created_at: upstreamTime,
  updated_at: upstreamTime,
  pushed_at: optionalTime,
})

/** @param body JSON of `GET /repos/{owner}/{repo}`
 * @throws `NOT_FOUND` for a private repository: a token of the operator may see what callers must not */
export function parseRepo(body: unknown, readAt: Date): Repo {
  const read = readShape(answer, body)
  if (read.private) throw notFound('There is no public repository with this owner and name.')
  return {
    fullName: read.full_name,
    htmlUrl: read.html_url,
    description: read.description,
    homepage: read.homepage,
    language: read.language,
    license: read.license?.spdx_id ?? null,
    defaultBranch: read.default_branch,
    // Answers from before the two were told apart have the stars under the other name.
    stars: readShape(whole, read.stargazers_count ?? read.watchers_count, 'stargazers_count'),
    forks: read.forks_count,
    // `watchers_count` only repeats the stars.
    watchers: read.subscribers_count,
    openIssues: read.open_issues_count,
    isFork: read.fork,
    isArchived: read.archived,
    isTemplate: read.is_template,
    topics: read.topics ?? [],
    createdAt: read.created_at,
    updatedAt: read.updated_at,
    pushedAt: read.pushed_at,
    fetchedAt: readAt.toISOString(),
  }
}

const KEEP_SEC = 86_400

const keptAnswer = z.object({ etag: z.string(), repo: output })

async function recall(memo: Memo, key: string): Promise<z.output<typeof keptAnswer> | null> {
  const text = await memo.get(key)
  return text === undefined ? null : (keptAnswer.safeParse(JSON.parse(text)).data ?? null)
}

async function remember(memo: Memo, key: string, response: HttpResponse, repo: Repo): Promise<void> {
  const etag = response.header('etag')
  if (etag) await memo.set(key, JSON.stringify({ etag, repo }), KEEP_SEC)
}
