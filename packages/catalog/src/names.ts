/** The whole path of an operation: kebab-case words and the suffix `.get` or `.post`. */
export type Slug = `${string}.${'get' | 'post'}`

const SLUG = /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*\.(?:get|post)$/

export function isSlug(text: string): text is Slug {
  return SLUG.test(text)
}

/** `codehost-repo-contributors.get` → `codehost-repo-contributors` */
export function slugStem(slug: string): string {
  return slug.replace(/\.(?:get|post)$/, '')
}

/** Name of the MCP tool: `codehost-repo-contributors.get` → `codehost_repo_contributors` */
export function toolName(slug: string): string {
  return slugStem(slug).replaceAll('-', '_')
}

/** Name of the SDK method: `codehost-repo-contributors.get` → `codehostRepoContributors` */
export function methodName(slug: string): string {
  return slugStem(slug).replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** Variable of a provider's upstream: (`codehost`, `main`) → `KIOSK_UPSTREAM_CODEHOST`; another name is appended. */
export function upstreamVariable(provider: string, upstream: string): string {
  const base = `KIOSK_UPSTREAM_${provider.toUpperCase()}`
  return upstream === 'main' ? base : `${base}_${upstream.replace(/([a-z])([A-Z])/g, '$1_$2').toUpperCase()}`
}
