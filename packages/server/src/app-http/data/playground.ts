// Operations as a signed-in member calls them: the session becomes a signed call to the engine, whose answer comes back as it is.
import type { IncomingMessage } from 'node:http'
import { invalidInput, isSlug, OperationError } from '@kiosk/catalog'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { EngineClient } from '../engine-client.ts'
import { parseInput } from '../input.ts'
import { sessionOf } from '../session-scope.ts'

export interface PlaygroundDeps {
  readonly callEngine: EngineClient
  /** Largest body that any operation accepts; the engine holds each one's own limit. */
  readonly maxBodyBytes: number
}

const PASSED_BACK =
  /^(?:content-type|content-length|x-quota-.+|x-kiosk-cache|idempotency-replayed|x-request-id|retry-after)$/

export function addPlayground(scope: FastifyInstance, { callEngine, maxBodyBytes }: PlaygroundDeps): void {
  scope.register(async (raw) => {
    // The token is bound to the bytes, and the engine says what is wrong with them.
    raw.removeAllContentTypeParsers()
    raw.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    raw.post('/api/playground/:slug', { bodyLimit: maxBodyBytes }, async (request, reply) => {
      const answer = await callEngine(memberCall(request), leavingOf(reply))
      return reply
        .code(answer.statusCode ?? 502)
        .headers(passedBack(answer))
        .send(answer)
    })
  })
}

function memberCall(request: FastifyRequest) {
  const { slug } = parseInput(z.object({ slug: z.string() }), request.params, 'path')
  if (!isSlug(slug))
    throw new OperationError('OPERATION_NOT_FOUND', 'There is no such operation; the catalog has them all.')
  const { organizationId, user } = sessionOf(request)
  const { headers } = request
  return {
    slug,
    organizationId,
    memberId: user.id,
    idempotencyKey: idempotencyKey(request),
    proxyUrl: one(headers['x-proxy-url']),
    contentType: one(headers['content-type']),
    contentEncoding: one(headers['content-encoding']),
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  }
}

/** Throws `INVALID_INPUT` for two of them: the engine would refuse them, and must not see the two as one. */
function idempotencyKey({ headers, raw: { rawHeaders } }: FastifyRequest): string | null {
  const names = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'idempotency-key')
  if (names.length > 1) throw invalidInput('Idempotency-Key', 'send exactly one Idempotency-Key header')
  return one(headers['idempotency-key'])
}

function one(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null
}

/** Aborts when the caller hangs up before the answer is out. */
function leavingOf(reply: FastifyReply): AbortSignal {
  const leaving = new AbortController()
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) leaving.abort()
  })
  return leaving.signal
}

function passedBack({ headers }: IncomingMessage): Record<string, string> {
  const kept = Object.entries(headers).filter(([name]) => PASSED_BACK.test(name))
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value)]))
}
