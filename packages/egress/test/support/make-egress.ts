// Egress as the tests use it: loopback only, names from a table.
import { defineProvider, type Http, type OperationError, type Provider } from '@kiosk/catalog'
import { createAllowList, createEgress, type Egress, type EgressOptions, type Lookup } from '../../src/index.ts'

export const webProvider: Provider = defineProvider({ name: 'web', title: 'Web', upstreams: {}, hosts: 'any' })

interface TestOptions {
  /** `host:port` pairs. */
  readonly allow?: readonly string[]
  /** By `provider.upstream`. */
  readonly overrides?: Readonly<Record<string, string>>
  /** Addresses by name; a name that is missing has none. */
  readonly names?: Readonly<Record<string, readonly string[]>>
  readonly lookup?: Lookup
  readonly route?: EgressOptions['route']
  readonly operatorProxies?: EgressOptions['operatorProxies']
}

export interface TestEgress extends Egress, AsyncDisposable {
  /** Names that were looked up, in order. */
  readonly asked: string[]
}

export function makeEgress(options: TestOptions = {}): TestEgress {
  const { allow = [], overrides = {}, names = {}, lookup, route, operatorProxies } = options
  const asked: string[] = []
  const egress = createEgress({
    allow: createAllowList(allow.join(',')),
    overrides: (provider, upstream) => overrides[`${provider}.${upstream}`] ?? null,
    userAgent: 'kiosk/0.0.0 (+https://kiosk.example.test)',
    lookup: async (host) => {
      asked.push(host)
      return lookup ? lookup(host) : (names[host] ?? [])
    },
    ...(route && { route }),
    ...(operatorProxies && { operatorProxies }),
  })
  return { ...egress, asked, [Symbol.asyncDispose]: () => egress.close() }
}

/** `http` of one call without a deadline. */
export function httpOf(egress: Egress, provider: Provider = webProvider): Http {
  return egress.http(provider, { signal: new AbortController().signal, proxy: null })
}

/** The error of a promise; fails the test when there is none or it is not meant for callers. */
export async function failureOf(promise: Promise<unknown>): Promise<OperationError> {
  try {
    await promise
  } catch (error) {
    if (error instanceof Error && error.name === 'OperationError') return error as OperationError
    throw error
  }
  throw new Error('expected a failure')
}
