// Proof that a browser elsewhere goes out through a filter of ours and no other way, before anybody's page is given to it.
import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { notConfigured, OperationError } from '@kiosk/catalog'
import type { Filter, FilterSession } from '@kiosk/egress'
import type { Connection } from '../cdp/connection.ts'
import { startDeadline } from '../page/deadline.ts'
import type { Identity } from '../page/identity.ts'
import { load } from '../page/load.ts'
import { openPage } from '../page/render-page.ts'
import { CONFINING_SWITCHES } from '../process/switches.ts'

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

/** Throws `NOT_CONFIGURED` that says what to set. */
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

/** Loads a document that only our filter has. False when it does not arrive. */
async function visit({ connection, identity, filter, filterHost }: ProofOptions, canary: Canary): Promise<boolean> {
  const deadline = startDeadline(new AbortController().signal, PROOF_LIMIT_MS)
  const token = randomUUID()
  const document = { host: `${token}.render.invalid`, html: pageOf(token, filterHost, canary) }
  const plan = { connection, identity, proxyServer: filter.address, viewport: { width: 400, height: 300 } }
  let session: FilterSession | null = null
  try {
    const page = await openPage(plan, deadline.signal)
    try {
      session = filter.begin({ signal: deadline.signal, proxy: null, blocks: () => false, document })
      await load(page, session, { url: `http://${document.host}/`, waitUntil: 'domcontentloaded' }, deadline)
      const asked = { expression: 'tried', awaitPromise: true, returnByValue: true } as const
      const { result } = await page.session.send('Runtime.evaluate', asked, deadline.signal)
      return result.value === token
    } finally {
      await page.dispose().catch(() => {})
    }
  } catch (error) {
    if (error instanceof OperationError) return false
    throw error
  } finally {
    session?.end()
    deadline.end()
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
