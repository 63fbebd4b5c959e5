// One plain http request of a page and its answer, passed on as they come.
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Dispatcher } from 'undici'
import { unreachable } from '../destination/dial.ts'
import { isBroken } from '../failures.ts'
import { PROXY_WANTS_CREDENTIALS } from '../proxy/proxies.ts'
import { SANDBOX_MARK, unknownToSandbox } from '../sandbox.ts'
import { IDLE_LIMIT_MS } from './bounds.ts'
import { serveDocument } from './document.ts'
import { forwardedHeaders, headerTexts } from './forwarded-headers.ts'
import { refuseRequest } from './refusal.ts'
import { type RequestTarget, readAbsoluteForm } from './request-target.ts'
import type { RenderSession } from './session.ts'

/** One request on its way. */
interface Exchange {
  readonly session: RenderSession
  readonly target: RequestTarget
  readonly request: IncomingMessage
  readonly response: ServerResponse
}

/** Answers a request of the browser. Never throws: what goes wrong is an answer, or the end of the connection. */
export async function answerRequest(session: RenderSession, request: IncomingMessage, response: ServerResponse) {
  response.on('error', ignore)
  let target: RequestTarget | null = null
  try {
    target = readAbsoluteForm(request.url ?? '')
    if (serveDocument(session, target, request, response)) return
    session.admit(target.endpoint)
    await sendOn({ session, target, request, response })
  } catch (error) {
    refuseRequest(response, session.noteFailure(target?.endpoint ?? null, error))
  }
}

/** Rejects as long as nothing was answered; afterwards a failure breaks off the answer. */
async function sendOn(exchange: Exchange): Promise<void> {
  const { method, headers } = exchange.request
  const hasBody = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
  // A kept connection may close just when it is used again. Browsers know that of their own, not of a proxy's.
  const mayRepeat = !hasBody && (method === 'GET' || method === 'HEAD')
  try {
    await sendOnce(exchange, hasBody)
  } catch (error) {
    if (!mayRepeat || !isBroken(error) || exchange.session.signal.aborted) throw error
    await sendOnce(exchange, hasBody)
  }
}

async function sendOnce(exchange: Exchange, hasBody: boolean): Promise<void> {
  const { session, target, request, response } = exchange
  const dispatcher = await session.pool.open()
  await new Promise<void>((resolve, reject) => {
    dispatcher.dispatch(
      { ...dispatchTarget(session, target, request), body: hasBody ? request : null },
      new AnswerRelay(exchange, resolve, reject),
    )
    // Pages leave in the middle of answers all the time.
    if (response.destroyed) resolve()
  })
}

/** The parts of a request that are the same for all kinds. */
export function dispatchTarget({ outlet }: RenderSession, target: RequestTarget, request: IncomingMessage) {
  const authorization = outlet.absoluteForm?.authorization ?? null
  return {
    origin: target.origin,
    path: outlet.absoluteForm === null ? target.path : `${target.origin}${target.path}`,
    method: request.method ?? 'GET',
    headers: [
      ...['host', target.host],
      ...forwardedHeaders(request.rawHeaders),
      ...(authorization === null ? [] : ['proxy-authorization', authorization]),
    ],
    headersTimeout: IDLE_LIMIT_MS,
    bodyTimeout: IDLE_LIMIT_MS,
  }
}

/** Writes an answer to the browser as it arrives, and lets the upstream wait while the browser does not read. */
class AnswerRelay implements Dispatcher.DispatchHandler {
  readonly #exchange: Exchange
  readonly #resolve: () => void
  readonly #reject: (error: unknown) => void

  constructor(exchange: Exchange, resolve: () => void, reject: (error: unknown) => void) {
    this.#exchange = exchange
    this.#resolve = resolve
    this.#reject = reject
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    const { response } = this.#exchange
    const leave = () => {
      if (!response.writableEnded) controller.abort(new Error('the page does not want the answer any more'))
    }
    if (response.destroyed) leave()
    else response.once('close', leave)
  }

  onResponseStart(
    controller: Dispatcher.DispatchController,
    status: number,
    headers: Readonly<Record<string, string | string[] | undefined>>,
    statusText = '',
  ): void {
    if (status < 200) return
    const { session, target, response } = this.#exchange
    // To a browser it would be a question of its proxy, also where a page sends it.
    if (status === 407) throw unreachable(PROXY_WANTS_CREDENTIALS)
    if (session.outlet.isSandbox && headers[SANDBOX_MARK] === 'unknown') {
      session.noteFailure(target.endpoint, unknownToSandbox())
    }
    response.sendDate = false
    response.writeHead(status, writableReason(statusText), forwardedHeaders(headerTexts(controller.rawHeaders)))
    // With the first bytes of the body where they are here already; by itself where the body lets itself be awaited.
    process.nextTick(() => response.flushHeaders())
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    const { session, response } = this.#exchange
    session.countReceived(chunk.length)
    if (response.destroyed || response.write(chunk)) return
    controller.pause()
    response.once('drain', () => controller.resume())
  }

  onResponseEnd(): void {
    this.#exchange.response.end()
    this.#resolve()
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: unknown): void {
    const { response } = this.#exchange
    if (!response.headersSent && !response.destroyed) {
      this.#reject(error)
      return
    }
    response.destroy()
    this.#resolve()
  }

  onBodySent(chunk: Buffer): void {
    this.#exchange.session.countSent(chunk.length)
  }
}

/** Nobody needs the words beside a status; what Node would not write is left out, as HTTP/2 does with all of them. */
function writableReason(text: string): string {
  return /^[\t\x20-\x7e]*$/.test(text) ? text : ''
}

function ignore(): void {}
