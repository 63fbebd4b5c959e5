// What a script asks for: requests, sockets, media channels.
import { script, type Vector, vectors } from './vector.ts'

/** Keeps a peer connection alive: one that is collected sends nothing. */
const gather = (server: string) => `
  const peer = (window.peer = new RTCPeerConnection({ iceServers: [${server}], iceTransportPolicy: 'all' }))
  peer.createDataChannel('a')
  await peer.setLocalDescription(await peer.createOffer())`

export const scriptVectors: readonly Vector[] = [
  ...vectors('tcp', {
    fetch: ({ url }) => script(`await fetch('${url}')`),
    'fetch-opaque': ({ url }) => script(`await fetch('${url}', { mode: 'no-cors' })`),
    'fetch-preflight': ({ url }) => script(`await fetch('${url}', { method: 'PUT', headers: { 'x-a': 'b' } })`),
    'fetch-keepalive': ({ url }) =>
      script(`await fetch('${url}', { method: 'POST', body: 'x', keepalive: true, mode: 'no-cors' })`),
    xhr: ({ url }) => script(`const x = new XMLHttpRequest(); x.open('GET', '${url}'); x.send()`),
    'xhr-sync': ({ url }) => script(`const x = new XMLHttpRequest(); x.open('GET', '${url}', false); x.send()`),
    beacon: ({ url }) => script(`navigator.sendBeacon('${url}', 'x')`),
    'event-source': ({ url }) => script(`window.source = new EventSource('${url}')`),
    websocket: ({ authority }) => script(`window.socket = new WebSocket('ws://${authority}/')`),
    'websocket-tls': ({ authority }) => script(`window.socket = new WebSocket('wss://${authority}/')`),
    'image-object': ({ url }) => script(`new Image().src = '${url}'`),
    'audio-object': ({ url }) => script(`const a = new Audio('${url}'); a.preload = 'auto'; a.load()`),
    'font-face': ({ url }) => script(`await new FontFace('f', 'url(${url})').load()`),
    'dynamic-import': ({ url }) => script(`await import('${url}')`),
    'dynamic-script': ({ url }) =>
      script(`const s = document.createElement('script'); s.src = '${url}'; document.body.append(s)`),
    'document-write': ({ url }) => `<script>document.write('<img src="${url}">')</script>`,
    'inner-html': ({ url }) => script(`document.body.innerHTML = '<img src="${url}">'`),
    'event-handler': ({ url }) => `<img src="x:" onerror="fetch('${url}')">`,
    'shadow-root': ({ url }) =>
      script(`document.body.attachShadow({ mode: 'closed' }).innerHTML = '<img src="${url}">'`),
    'blob-frame': ({ url }) =>
      script(`
        const f = document.createElement('iframe')
        f.src = URL.createObjectURL(new Blob(['<img src="${url}">'], { type: 'text/html' }))
        document.body.append(f)`),
    'xslt-result': ({ url }) =>
      script(`document.body.append(document.createRange().createContextualFragment('<img src="${url}">'))`),
    https: ({ authority }) => script(`await fetch('https://${authority}/', { mode: 'no-cors' })`),
    'https-image': ({ authority }) => `<img src="https://${authority}/">`,
    'on-leaving': ({ url, site }) =>
      script(`
      addEventListener('pagehide', () => navigator.sendBeacon('${url}', 'x'))
      setTimeout(() => { location = '${site}/blank' }, 50)`),
  }),
  ...vectors('udp', {
    'webrtc-stun': ({ authority }) => script(gather(`{ urls: 'stun:${authority}' }`)),
    'webrtc-turn': ({ authority }) => script(gather(`{ urls: 'turn:${authority}', username: 'u', credential: 'p' }`)),
    'webrtc-host': ({ port }) =>
      script(`
      const [one, two] = (window.peers = [new RTCPeerConnection(), new RTCPeerConnection()])
      one.createDataChannel('a')
      await one.setLocalDescription(await one.createOffer())
      await two.setRemoteDescription(one.localDescription)
      await two.setLocalDescription(await two.createAnswer())
      await one.setRemoteDescription(two.localDescription)
      await one.addIceCandidate({
        candidate: 'candidate:1 1 udp 2122260223 127.0.0.1 ${port} typ host',
        sdpMid: '0',
        sdpMLineIndex: 0,
      })`),
  }),
  ...vectors('perhaps', {
    'webrtc-stun-six': ({ port }) => script(gather(`{ urls: 'stun:[::1]:${port}' }`)),
    'webrtc-turn-tcp': ({ authority }) =>
      script(gather(`{ urls: 'turn:${authority}?transport=tcp', username: 'u', credential: 'p' }`)),
    'webrtc-turn-tls': ({ authority }) =>
      script(gather(`{ urls: 'turns:${authority}?transport=tcp', username: 'u', credential: 'p' }`)),
    'web-transport': ({ authority }) => script(`window.transport = new WebTransport('https://${authority}/')`),
    'fetch-later': ({ url }) => script(`fetchLater('${url}', { activateAfter: 0 })`),
    'payment-manifest': ({ url }) =>
      script(`
      const details = { total: { label: 'a', amount: { currency: 'EUR', value: '1' } } }
      await new PaymentRequest([{ supportedMethods: '${url}' }], details).canMakePayment()`),
    'websocket-stream': ({ authority }) => script(`window.stream = new WebSocketStream('ws://${authority}/')`),
  }),
  ...vectors('never', {
    'file-frame': () => '<iframe src="file:///etc/hostname"></iframe>',
    'file-fetch': ({ url }) =>
      script(`const text = await (await fetch('file:///etc/hostname')).text(); await fetch('${url}?' + text)`),
    'file-xhr': ({ url }) =>
      script(`
        const x = new XMLHttpRequest()
        x.open('GET', 'file:///etc/hostname', false)
        x.send()
        await fetch('${url}?' + x.responseText)`),
    'own-debugger': ({ authority }) => script(`await fetch('devtools://${authority}/json/version')`),
    'direct-sockets': ({ port }) => script(`await new TCPSocket('127.0.0.1', ${port}).opened`),
  }),
]
