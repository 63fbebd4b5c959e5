// The real bin: accounts, keys and the playground across engine and app, in one process and in two.
import { createdKey, requestPage } from '@kiosk/dashboard'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deployEmbedded } from '../gateway/support/deployment.ts'
import { Gateway } from '../gateway/support/gateway.ts'
import { KioskProcess } from '../gateway/support/kiosk-process.ts'
import { ARTICLE, fresh, keyed, OPERATION_ENV } from '../gateway/support/operations.ts'
import { until } from '../gateway/support/until.ts'
import { startUpstream, type Upstream } from '../gateway/support/upstream.ts'

const ACCOUNT = { name: 'Ana Example', email: 'ana@mail.example.test', password: 'correct horse battery' }

interface Sent {
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

function appAddress(stdout: string): string | null {
  return /^App\s+(http:\S+)$/m.exec(stdout)?.[1] ?? null
}

describe.each(['one process', 'two processes'])('engine and app in %s', (shape) => {
  let upstream: Upstream
  let gateway: Gateway
  let app: KioskProcess | null = null
  let appUrl = ''
  let cookie = ''
  beforeAll(async () => {
    upstream = await startUpstream()
    const env = { ...OPERATION_ENV, ...upstream.env, KIOSK_APP_PORT: '0' }
    gateway = await Gateway.start({
      deploy: deployEmbedded,
      env,
      args: shape === 'one process' ? [] : ['--role', 'engine'],
    })
    if (shape === 'two processes') {
      app = new KioskProcess(['serve', '--role', 'app'], { ...gateway.env, KIOSK_ENGINE_URL: gateway.baseUrl })
      appUrl = await app.output(appAddress)
    } else {
      appUrl = appAddress(gateway.stdout) ?? ''
    }
    await until('the app is ready', async () => ((await fetch(`${appUrl}/readyz`)).ok ? true : null))
    const signedUp = await send('/api/auth/sign-up/email', { body: ACCOUNT })
    cookie = signedUp.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ')
  })
  afterAll(async () => {
    app?.kill('SIGKILL')
    await app?.exited()
    await gateway?.close()
    await upstream?.close()
  })

  function send(path: string, { method = 'POST', body, headers = {} }: Sent = {}): Promise<Response> {
    return fetch(appUrl + path, {
      method,
      headers: {
        origin: appUrl,
        cookie,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }
  const get = async (path: string): Promise<unknown> => (await send(path, { method: 'GET' })).json()

  test('a key of the dashboard opens the engine until its deletion was answered', async () => {
    const { id, key } = createdKey.parse(await (await send('/api/keys', { body: { name: 'laptop' } })).json())
    await until('the key works', async () => ((await gateway.call(ARTICLE, key, {})).status === 400 ? true : null))
    expect((await send(`/api/keys/${id}`, { method: 'DELETE' })).status).toBe(204)
    expect((await gateway.call(ARTICLE, key, {})).status).toBe(401)
  })

  test('a call of the playground is billed, replayed and logged like any other', async () => {
    const body = { title: fresh('Playground') }
    const headers = keyed()
    const call = () => send(`/api/playground/${ARTICLE}`, { body, headers })
    const [first, second] = [await call(), await call()]
    expect([first.status, first.headers.get('x-quota-cost'), first.headers.get('x-kiosk-cache')]).toEqual([
      200,
      '1',
      'MISS',
    ])
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([200, 'true'])
    expect(await second.json()).toEqual(await first.json())
    const requestId = first.headers.get('x-request-id')
    const logged = await until('the log has it', async () => {
      const { requests } = requestPage.parse(await get('/api/requests'))
      return requests.find((row) => row.requestId === requestId) ?? null
    })
    expect(logged).toMatchObject({ slug: ARTICLE, status: 200, units: 1, cache: 'MISS', label: 'session', keyId: null })
    expect(await get('/api/usage')).toMatchObject({ quota: { used: 1 } })
  })

  test('what the engine refuses comes back as it said it', async () => {
    const refused = await send(`/api/playground/${ARTICLE}`, { body: { title: 7 } })
    const { error } = (await refused.json()) as { error: Record<string, unknown> }
    expect([refused.status, error.code, error.field]).toEqual([400, 'INVALID_INPUT', 'title'])
    expect(error.requestId).toBe(refused.headers.get('x-request-id'))
  })

  test('a stop lets a call of the playground finish, and ends with 0', async () => {
    const title = fresh('Held')
    const gate = upstream.hold(title)
    const call = send(`/api/playground/${ARTICLE}`, { body: { title } })
    await gate.arrived()
    if (app !== null) app.kill('SIGTERM')
    const stopped = app === null ? gateway.stop() : app.exited()
    await until('it takes no more calls', () =>
      fetch(`${appUrl}/healthz`).then(
        ({ ok }) => (ok ? null : true),
        () => true,
      ),
    )
    gate.open()
    expect((await call).status).toBe(200)
    expect(await stopped).toEqual({ code: 0, signal: null })
  })
})
