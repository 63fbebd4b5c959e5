import type { FastifyRequest } from 'fastify'

export type Encoding = 'br' | 'gzip'

/** The smallest form that the caller takes; null: only as it is. */
export function acceptedEncoding({ headers }: FastifyRequest): Encoding | null {
  const accepted = String(headers['accept-encoding'] ?? '')
    .split(',')
    .map((part) => part.trim().split(';'))
    .filter(([, weight = '']) => !/^\s*q=0(?:\.0*)?\s*$/.test(weight))
    .map(([name]) => name)
  return (['br', 'gzip'] as const).find((name) => accepted.includes(name)) ?? null
}
