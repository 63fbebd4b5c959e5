// Which recorded answer a request gets. Recordings were not made for the very input of a case, so their addresses are hints.
import type { Provider } from '@kiosk/catalog'
import type { Answerer } from '@kiosk/testkit'
import type { Recording } from './cases.ts'

const AWAY = { status: 503, headers: {}, body: '' } as const

/** Answers by path where a recording has the same one (several in order, the last stays). Else by the next recording that
 * was not used and could stand for the address: a bare body, one of the same host, or one whose host is none of the
 * provider's. For everything else the upstream is away (503). */
export function recordedAnswers(recordings: readonly Recording[], provider: Provider): Answerer {
  const used = new Set<Recording>()
  return ({ method, url }) => {
    const asked = new URL(url)
    const exact = recordings.filter(({ request }) => request?.method === method && pathOf(request.url) === pathOf(url))
    const loose = recordings.filter(({ request }) => {
      if (request === null) return true
      const { host } = new URL(request.url)
      return request.method === method && (host === asked.host || !isOwn(provider, host))
    })
    const unused = (from: readonly Recording[]) => from.find((recording) => !used.has(recording))
    const recording = unused(exact) ?? exact.at(-1) ?? unused(loose)
    if (recording === undefined) return AWAY
    used.add(recording)
    return recording.response
  }
}

function pathOf(address: string): string {
  const { host, pathname } = new URL(address)
  return `${host}${decodeURIComponent(pathname)}`
}

function isOwn(provider: Provider, host: string): boolean {
  const addresses = Object.values(provider.upstreams).filter((address) => address !== null)
  return addresses.some(
    (address) => !/^https:\/\/\{\w+\}$/.test(address) && new URL(address.replace(/\{\w+\}/, 'x')).host === host,
  )
}
