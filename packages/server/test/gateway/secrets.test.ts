// Plants credentials in every place that takes one, and looks for them in every place where none may stand.
import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Answer } from './support/answer.ts'
import { deployments } from './support/deployment.ts'
import { Gateway, type Tenant } from './support/gateway.ts'
import { ADDRESS, ARTICLE, CONTRIBUTORS, fresh, keyed, OPERATION_ENV } from './support/operations.ts'
import { type ProxyServer, startProxy } from './support/proxy-server.ts'
import { openRaw } from './support/raw-socket.ts'
import { jsonSchema } from './support/schema-arbitrary.ts'
import { contributor, replyWith, startUpstream, type Upstream } from './support/upstream.ts'

const catalog = z.object({
  operations: z.array(
    z.object({
      slug: z.string(),
      inputSchema: jsonSchema,
      examples: z.array(z.object({ input: z.record(z.string(), z.unknown()) })).min(1),
    }),
  ),
})

describe.each(deployments)('secrets ($name)', ({ deploy }) => {
  let upstream: Upstream
  let proxy: ProxyServer
  let logs: string
  let gateway: Gateway
  let tenant: Tenant
  const planted: string[] = []
  const answers: Answer[] = []
  beforeAll(async () => {
    upstream = await startUpstream()
    proxy = await startProxy()
    logs = await mkdtemp(join(tmpdir(), 'kiosk-logs-'))
    gateway = await Gateway.start({
      deploy,
      env: {
        ...OPERATION_ENV,
        ...upstream.env,
        KIOSK_EGRESS_ALLOW: `127.0.0.1:${proxy.port}`,
        KIOSK_LOG_LEVEL: 'trace',
        KIOSK_LOG_FILE: join(logs, 'kiosk.log'),
        KIOSK_METRICS_TOKEN: plant(),
        KIOSK_CODEHOST_TOKEN: plant(),
        KIOSK_SECRET: plant(),
        // Nothing may leave this machine, whatever the operations of today and tomorrow would ask.
        ...Object.fromEntries(
          ['MICROBLOG', 'SEARCH', 'TRANSLATE', 'CURRENCY'].map((name) => [
            `KIOSK_UPSTREAM_${name}`,
            'http://127.0.0.1:4',
          ]),
        ),
      },
    })
    tenant = await gateway.tenant()
  })
  afterAll(async () => {
    await gateway?.close()
    await Promise.all([upstream, proxy].map((server) => server?.close()))
    await rm(logs, { recursive: true, force: true })
  })

  /** A credential that stands nowhere else. The sign at its end looks different in every encoding. */
  function plant(): string {
    const secret = `s3cr3t-${randomUUID()}~`
    planted.push(secret)
    return secret
  }

  const spellings = (secret: string) => {
    const bytes = Buffer.from(secret)
    // Base64 looks different at each of three offsets; the first and last characters depend on the neighbours.
    const base64 = [0, 1, 2].map((offset) =>
      Buffer.concat([Buffer.alloc(offset), bytes])
        .toString('base64')
        .slice(offset === 0 ? 0 : 4, -4),
    )
    return [secret, encodeURIComponent(secret), ...base64, bytes.toString('hex'), JSON.stringify(secret).slice(1, -1)]
  }

  function expectNone(where: string, bytes: Buffer | string): void {
    const text = typeof bytes === 'string' ? bytes : bytes.toString('latin1')
    const lower = text.toLowerCase()
    const found = planted.filter((secret) =>
      spellings(secret).some((spelling) => text.includes(spelling) || lower.includes(spelling.toLowerCase())),
    )
    expect(found, where).toEqual([])
  }

  const send = async (call: Promise<Answer>) => void answers.push(await call)
  const contributors = (body: object, headers: Record<string, string> = {}) =>
    gateway.call(CONTRIBUTORS, tenant.key, { owner: 'ana-example', ...body }, headers)

  it('are planted in successes', async () => {
    for (const more of [() => ({}), () => keyed()]) {
      const headers = more()
      const repo = fresh('quiet')
      // An upstream that repeats the token: the caller gets it back, nobody else does.
      const token = plant()
      upstream.script(repo, replyWith(200, [contributor(token)]))
      const echo = await contributors({ repo, token }, headers)
      expect([echo.status, echo.text.includes(token)]).toEqual([200, true])
      const again = await contributors({ repo, token }, headers)
      expect(again.raw.equals(echo.raw)).toBe(true)
      const proxyUrl = `http://${plant()}:${plant()}@127.0.0.1:${proxy.port}`
      await send(contributors({ repo: fresh('quiet'), token: plant(), proxyUrl }, more()))
      await send(contributors({ repo: fresh('quiet') }, { ...more(), 'x-proxy-url': proxyUrl }))
    }
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(proxy.authorizations.length).toBeGreaterThan(0)
  })

  it('are planted in failures', async () => {
    upstream.script('failing', replyWith(500, {}))
    upstream.script('refusing', replyWith(401, { message: 'Bad credentials' }))
    for (const more of [() => ({}), () => keyed()]) {
      await send(contributors({ repo: 'failing', token: plant() }, more()))
      await send(contributors({ repo: 'refusing', token: plant() }, more()))
      await send(contributors({ repo: '..', token: plant() }, more()))
      await send(contributors({ repo: 'x', token: `${plant()} with blanks` }, more()))
      await send(contributors({ repo: 'x', token: [plant()] }, more()))
      await send(contributors({ repo: 'x', token: { deep: plant() } }, more()))
      await send(contributors({ repo: 'x', token: plant().repeat(10) }, more()))
      await send(contributors({ repo: 'x', sessionCookies: plant(), imapPass: plant() }, more()))
      await send(gateway.call(CONTRIBUTORS, tenant.key, `{"token":"${plant()}",`, more()))
      await send(gateway.call(CONTRIBUTORS, tenant.key, `"${plant()}"`, more()))
      await send(
        gateway.call(CONTRIBUTORS, tenant.key, `token=${plant()}`, { ...more(), 'content-type': 'text/plain' }),
      )
      for (const url of [
        'http://U:P@10.0.0.1:1',
        'http://U:P@proxy.internal',
        'U:P',
        'ftp://U:P@a.test',
        'http://U:P@127.0.0.1:4',
      ]) {
        const proxyUrl = url.replace('U', plant()).replace('P', plant())
        await send(contributors({ repo: 'x', proxyUrl }, more()))
        await send(gateway.call(ARTICLE, tenant.key, { title: 'x' }, { ...more(), 'x-proxy-url': proxyUrl }))
      }
    }
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(4)
    expect(answers.filter(({ status }) => status >= 500 && status !== 502)).toEqual([])
  })

  it('are planted in every field of the catalog that takes one', async () => {
    const { operations } = catalog.parse((await gateway.get('/catalog')).json)
    let fields = 0
    for (const { slug, inputSchema, examples } of operations) {
      for (const [name, schema] of Object.entries(inputSchema.properties ?? {})) {
        if (schema['x-secret'] !== true) continue
        fields += 1
        const value = name === 'proxyUrl' ? `http://${plant()}:${plant()}@10.0.0.1:3128` : plant()
        await send(gateway.call(slug, tenant.key, { ...examples[0]?.input, [name]: value, noSuchField: plant() }))
        if (name === 'proxyUrl')
          await send(gateway.call(slug, tenant.key, { ...examples[0]?.input, [name]: value }, keyed()))
      }
    }
    expect(fields).toBeGreaterThan(2)
  })

  it('are planted as keys, in headers, addresses and bytes that do not parse', async () => {
    await send(gateway.call(ADDRESS, plant()))
    await send(gateway.call(ADDRESS, `kiosk_${plant()}`))
    await send(
      gateway.send(`/${ADDRESS}?token=${plant()}`, { headers: { authorization: `Bearer ${plant()}` }, body: {} }),
    )
    await send(gateway.send(`/${plant()}`, { headers: { 'x-api-key': tenant.key, cookie: `session=${plant()}` } }))
    await send(gateway.get('/metrics', { authorization: `Bearer ${plant()}` }))
    await send(
      gateway.send(`/${ADDRESS}`, { headers: { 'x-kiosk-session': plant(), 'x-api-key': tenant.key }, body: {} }),
    )
    for (const bytes of [`GET /${plant()} HTTP/9\r\n\r\n`, `POST / HTTP/1.1\r\nbad header ${plant()}\r\n\r\n`]) {
      const connection = await openRaw(gateway.port)
      connection.send(bytes)
      expectNone('a parser error', await connection.ended())
    }
  })

  it('stand in no answer', () => {
    expect(planted.length).toBeGreaterThan(60)
    for (const { status, text, headers } of answers)
      expectNone(`${status} ${text}`, text + JSON.stringify([...headers]))
  })

  it('stand in no output, no log and no metrics', async () => {
    const metrics = await gateway.get('/metrics', { authorization: `Bearer ${planted[0]}` })
    expect(metrics.status).toBe(200)
    expectNone('metrics', metrics.text)
    const log = await readFile(join(logs, 'kiosk.log'), 'utf8')
    expectNone('the log', log)
    expect(log, 'whole API keys in the log').not.toContain(tenant.key)
    await gateway.restart()
    expectNone('stdout and stderr', gateway.output)
    expect(gateway.output).not.toContain(tenant.key)
  })

  it('are not at rest: not in the request log, not in idempotency records, not anywhere', async () => {
    const stored = gateway.deployment.rows('SELECT status, body FROM idempotency')
    expect(stored.length).toBeGreaterThan(10)
    expect(stored.filter(({ status }) => status === 200).length).toBeGreaterThan(2)
    const places = await gateway.deployment.atRest()
    expect(places.length).toBeGreaterThan(1)
    for (const { name, bytes } of places) {
      expectNone(name, bytes)
      if (name !== 'guest-key') expect(bytes.includes(tenant.key), name).toBe(false)
    }
  })
})
