// One running gateway: the real bin on its own data, called over HTTP.
import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { generateKey, hashKey, keyLabel } from '@kiosk/engine'
import { Answer } from './answer.ts'
import type { Deployment } from './deployment.ts'
import { type CommandResult, type Exit, KioskProcess, runKiosk } from './kiosk-process.ts'
import { until } from './until.ts'
import { type Usage, usageDocument } from './usage-document.ts'

export interface GatewayOptions<D extends Deployment> {
  readonly deploy: () => Promise<D>
  readonly env?: Readonly<Record<string, string>>
  /** Arguments of `serve`; default `--role engine`. */
  readonly args?: readonly string[]
}

/** An organization with one key. */
export interface Tenant {
  readonly id: string
  readonly slug: string
  readonly key: string
}

export interface Plan {
  readonly plan?: string
  readonly quota?: number | null
  /** ISO 8601. */
  readonly expiresAt?: string
}

export type Body = string | Uint8Array | Readonly<Record<string, unknown>>

export interface Sent {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Body | ReadableStream<Uint8Array>
  readonly signal?: AbortSignal
}

/** A call that the gateway has received whole and not answered yet. */
export interface Pending {
  readonly answer: Promise<Answer>
  /** Hangs up. `answer` rejects. */
  leave(): void
}

const MAX_HANG_MS = 60_000

export class Gateway<D extends Deployment = Deployment> {
  readonly deployment: D
  readonly #args: readonly string[]
  #env: Readonly<Record<string, string>>
  #process: KioskProcess
  #earlierOutput = ''
  #baseUrl = ''
  #tenants = 0

  private constructor(deployment: D, options: GatewayOptions<D>) {
    this.deployment = deployment
    this.#args = ['serve', ...(options.args ?? ['--role', 'engine'])]
    this.#env = options.env ?? {}
    this.#process = this.#spawn()
  }

  /** Resolves once `/readyz` says ready. The data is disposed of with `close`. */
  static async start<D extends Deployment>(options: GatewayOptions<D>): Promise<Gateway<D>> {
    const gateway = new Gateway(await options.deploy(), options)
    try {
      await gateway.#ready()
    } catch (error) {
      await gateway.close()
      throw error
    }
    return gateway
  }

  get baseUrl(): string {
    return this.#baseUrl
  }

  get port(): number {
    return Number(new URL(this.#baseUrl).port)
  }

  get env(): Readonly<Record<string, string>> {
    return { KIOSK_ENGINE_PORT: '0', ...this.deployment.env, ...this.#env }
  }

  /** Everything that its servers wrote since the first start. */
  get output(): string {
    return this.#earlierOutput + this.#process.stdout + this.#process.stderr
  }

  get stdout(): string {
    return this.#process.stdout
  }

  #spawn(): KioskProcess {
    return new KioskProcess(this.#args, this.env)
  }

  async #ready(): Promise<void> {
    this.#baseUrl = await this.#process.output((stdout) => /^Engine\s+(http:\S+)$/m.exec(stdout)?.[1] ?? null)
    await until('/readyz answers 200', async () => {
      const answer = await this.get('/readyz').catch(() => null)
      return answer?.status === 200 ? true : null
    })
  }

  /** Ends the server as a crash would. */
  async kill9(): Promise<void> {
    this.#process.kill('SIGKILL')
    await this.#process.exited()
  }

  /** Starts the server anew on the same data; a running one is stopped first. @param env in place of the former settings */
  async restart(env: Readonly<Record<string, string>> = this.#env): Promise<void> {
    if (this.#process.isRunning) await this.stop()
    this.#env = env
    this.#earlierOutput += this.#process.stdout + this.#process.stderr
    this.#process = this.#spawn()
    await this.#ready()
  }

  /** SIGTERM. @returns how it ended */
  stop(): Promise<Exit> {
    this.#process.kill('SIGTERM')
    return this.#process.exited()
  }

  async close(): Promise<void> {
    if (this.#process.isRunning) {
      this.#process.kill('SIGTERM')
      await this.#process.exited()
    }
    await this.deployment.dispose()
  }

  /** Runs `kiosk admin … --json` on its data. Throws unless it exits with 0. @returns the parsed stdout */
  async admin(...args: readonly string[]): Promise<unknown> {
    const { code, stdout, stderr } = await this.command('admin', ...args, '--json')
    if (code !== 0) throw new Error(`kiosk admin ${args.join(' ')}: exit ${code}: ${stderr}`)
    return JSON.parse(stdout)
  }

  /** Runs any command with the server's settings. */
  command(...args: readonly string[]): Promise<CommandResult> {
    return runKiosk(args, this.env)
  }

  /** Makes an organization with one key; default plan `unlimited`. */
  async tenant({ plan = 'unlimited', quota = null, expiresAt }: Plan = {}): Promise<Tenant> {
    const directory = await this.deployment.directory()
    this.#tenants += 1
    const name = `Tenant ${this.#tenants} of ${plan}`
    const made = await directory.createOrganization({ name, plan, quotaOverride: quota, expiresAt: expiresAt ?? null })
    return { id: made.id, slug: made.slug, key: await this.newKey(made.id) }
  }

  /** One more key of an organization. */
  async newKey(organizationId: string): Promise<string> {
    const directory = await this.deployment.directory()
    const key = generateKey()
    await directory.addKey({ organizationId, name: 'test', prefix: keyLabel(key), hash: hashKey(key), createdBy: null })
    return key
  }

  /** One request, over connections that stay open. */
  async send(path: string, { method = 'POST', headers = {}, body, signal }: Sent = {}): Promise<Answer> {
    const response = await fetch(this.#baseUrl + path, {
      method,
      headers,
      redirect: 'manual',
      signal: signal ?? AbortSignal.timeout(MAX_HANG_MS),
      ...(body !== undefined && { body: body instanceof ReadableStream ? body : bytesOf(body), duplex: 'half' }),
    })
    return new Answer(response.status, response.headers, Buffer.from(await response.arrayBuffer()))
  }

  get(path: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send(path, { method: 'GET', headers })
  }

  /** One call of an operation. */
  call(slug: string, key: string, body: Body = {}, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
    return this.send(`/${slug}`, { headers: callHeaders(key, headers), body })
  }

  /** Starts a call and resolves when the gateway has it in hand. */
  async begin(
    slug: string,
    key: string,
    body: Body = {},
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Pending> {
    const bytes = bytesOf(body)
    const request = httpRequest(`${this.#baseUrl}/${slug}`, {
      method: 'POST',
      agent: false,
      headers: { ...callHeaders(key, headers), 'content-length': String(bytes.length) },
    })
    const answer = answerOf(request)
    // Whoever leaves does not look at the answer.
    answer.catch(() => {})
    await new Promise<void>((resolve, reject) => {
      request.once('error', reject)
      request.once('finish', resolve)
      request.end(bytes)
    })
    // The bytes are in the server's hands once it answered questions that were sent after them and wait for a write.
    await this.get('/readyz')
    await this.get('/readyz')
    return { answer, leave: () => request.destroy() }
  }

  async usage(key: string): Promise<Usage> {
    const answer = await this.get('/usage', { 'x-api-key': key })
    return usageDocument.parse(answer.json)
  }

  async used(key: string): Promise<number> {
    return (await this.usage(key)).quota.used
  }
}

function callHeaders(key: string, headers: Readonly<Record<string, string>>): Record<string, string> {
  return { 'x-api-key': key, 'content-type': 'application/json', ...headers }
}

function bytesOf(body: Body): Uint8Array<ArrayBuffer> {
  if (typeof body === 'string') return new Uint8Array(Buffer.from(body))
  return new Uint8Array(body instanceof Uint8Array ? body : Buffer.from(JSON.stringify(body)))
}

async function answerOf(request: ClientRequest): Promise<Answer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request.once('response', resolve)
    request.once('error', reject)
  })
  const headers = new Headers(
    Object.entries(response.headers).map(([name, value]): [string, string] => [name, [value].flat().join(', ')]),
  )
  return new Answer(response.statusCode ?? 0, headers, await buffer(response))
}
