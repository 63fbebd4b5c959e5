/** A path of this dashboard to go to after signing in; anything that could lead elsewhere becomes `/`.
 * @param next untrusted, from the address */
export function returnPath(next: string | undefined): string {
  if (!next || !/^\/(?![/\\])/.test(next)) return '/'
  const home = 'http://app.invalid'
  const url = URL.parse(next, home)
  if (!url || url.origin !== home) return '/'
  const path = url.pathname + url.search + url.hash
  return /^\/(?:sign-in|sign-up)\b/.test(path) || path.startsWith('//') ? '/' : path
}
