// Proof that a browser elsewhere goes out through a filter of ours and no other way, before anybody's page is given to it.
import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { notConfigured, OperationError } from '@kiosk/catalog'
import type { Filter, FilterSession } from '@kiosk/egress'
import type { Connection } from '../cdp/connection.ts'
import { type Deadline, startDeadline, unlessAborted } from '../page/deadline.ts'
import type { Identity } from '../page/identity.ts'
import { load } from '../page/load.ts'
import { openPage, type RenderPage } from '../page/render-page.ts'
import { CONFINING_SWITCHES } from '../process/switches.ts'
import { isGoneInTime } from './seat.ts'

export interface ProofOptions {
  readonly connection: Connection
  readonly identity: Identity
  readonly filter: Filter
  /** Address of this machine at which the filter listens. */
  readonly filterHost: string
}

const PROOF_LIMIT_MS = 15_000
/** How long the page tries to get past the filter. */
const TRY_MS = 2000

/** Throws `NOT_CONFIGURED` that says what to set, `SERVICE_UNAVAILABLE` when no page opens, and what the connection throws. */
export async function proveConfinement(options: ProofOptions): Promise<void> {
  const canary = await openCanary(options.filterHost)
  try {
    const arrived = await visit(options, canary)
    if (!arrived) throw elsewhere(options.filterHost)
    if (canary.touched !== null) throw leaky(canary.touched)
  } finally {
    await canary.close()
  }
}

/** Opens a page and has it try. False when the document that only our filter has does not arrive. */
async function visit({ connection, identity, filter, filterHost }: ProofOptions, canary: Canary): Promise<boolean> {
  const deadline = startDeadline(new AbortController().signal, PROOF_LIMIT_MS)
  const plan = { connection, identity, proxyServer: filter.address, viewport: { width: 400, height: 300 } }
  const opening = openPage(plan, deadline.signal)
  try {
    const page = await unlessAborted(opening, deadline.signal)
    deadline.waitsFor = 'page'
    const token = randomUUID()
    const document = { host: `${token}.render.invalid`, html: pageOf(token, filterHost, canary) }
    const session = filter.begin({ signal: deadline.signal, proxy: null, blocks: () => false, document })
    return (await tokenFrom(page, session, document.host, deadline)) === token
  } finally {
    await isGoneInTime(opening)
    deadline.end()
  }
}

/** What the page says once it has tried; null when it does not come. */
async function tokenFrom(page: RenderPage, session: FilterSession, host: string, deadline: Deadline): Promise<unknown> {
  try {
    await load(page, session, { url: `http://${host}/`, waitUntil: 'domcontentloaded' }, deadline)
    const asked = { expression: 'tried', awaitPromise: true, returnByValue: true } as const
    const { result } = await page.session.send('Runtime.evaluate', asked, deadline.signal)
    return result.value
  } catch (error) {
    if (error instanceof OperationError) return null
    throw error
  } finally {
    session.end()
  }
}

/** Tries what goes past a proxy: the machine's own address over TCP, and UDP by WebRTC. */
function pageOf(token: string, host: string, { tcpPort, udpPort }: Canary): string {
  const spelled = host.includes(':') ? `[${host}]` : host
  return `<!doctype html><script>
    new Image().src = 'http://${spelled}:${tcpPort}/'
    const gathered = new Promise((resolve) => {
      if (typeof RTCPeerConnection === 'undefined') return resolve()
      const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${spelled}:${udpPort}' }] })
      peer.createDataChannel('x')
      peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && resolve()
      peer.createOffer().then((offer) => peer.setLocalDescription(offer))
    })
    const late = new Promise((resolve) => setTimeout(resolve, ${TRY_MS}))
    var tried = Promise.race([gathered, late]).then(() => new Promise((resolve) => setTimeout(resolve, 200))).then(() => '${token}')
  </script>`
}

interface Canary {
  readonly tcpPort: number
  readonly udpPort: number
  /** What reached it, or null. */
  readonly touched: 'TCP' | 'UDP' | null
  close(): Promise<void>
}

async function openCanary(host: string): Promise<Canary> {
  let touched: Canary['touched'] = null
  const tcp = createServer((socket) => {
    touched = 'TCP'
    socket.destroy()
  })
  const udp = createSocket(host.includes(':') ? 'udp6' : 'udp4')
  udp.on('message', () => {
    touched = 'UDP'
  })
  tcp.listen(0, host)
  udp.bind(0, host)
  await Promise.all([once(tcp, 'listening'), once(udp, 'listening')])
  const address = tcp.address()
  return {
    tcpPort: typeof address === 'object' && address !== null ? address.port : 0,
    udpPort: udp.address().port,
    get touched() {
      return touched
    },
    async close() {
      udp.close()
      tcp.close()
    },
  }
}

function elsewhere(filterHost: string): OperationError {
  return notConfigured(
    `The browser of KIOSK_BROWSER_URL does not fetch through the gateway's filter at ${filterHost}; set KIOSK_BROWSER_FILTER_HOST to an address of this machine that the browser reaches.`,
  )
}

function leaky(way: 'TCP' | 'UDP'): OperationError {
  return notConfigured(
    `The browser of KIOSK_BROWSER_URL goes past the gateway's filter (${way}); start it with ${CONFINING_SWITCHES.join(' ')}`,
  )
}
