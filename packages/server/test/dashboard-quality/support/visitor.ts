// Somebody who speaks to the app with the cookies of a session.
export interface Visitor {
  /** `name=value` of each cookie. */
  readonly cookies: readonly string[]
  /** Throws for anything but a success. @returns the members of the answer */
  ask(method: string, path: string, body?: unknown): Promise<Readonly<Record<string, unknown>>>
}

/** By what the list of sessions names them. */
const BROWSER = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/150.0.0.0 Safari/537.36'

/** Signs in; with a name, signs up. */
export async function signedIn(app: string, email: string, password: string, name?: string): Promise<Visitor> {
  const path = name === undefined ? '/api/auth/sign-in/email' : '/api/auth/sign-up/email'
  const response = await request(app, 'POST', path, { email, password, ...(name !== undefined && { name }) })
  const cookies = response.headers.getSetCookie().map((line) => line.split(';')[0] ?? '')
  return {
    cookies,
    async ask(method, where, body) {
      const answer = await request(app, method, where, body, cookies)
      const text = await answer.text()
      return text === '' ? {} : JSON.parse(text)
    },
  }
}

async function request(app: string, method: string, path: string, body: unknown, cookies: readonly string[] = []) {
  const response = await fetch(app + path, {
    method,
    headers: {
      origin: app,
      'user-agent': BROWSER,
      ...(cookies.length > 0 && { cookie: cookies.join('; ') }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
  return response
}
