// Workers of all kinds: traffic that interception in the page does not see.
import { script, type Vector, vectors } from './vector.ts'

const blobOf = (body: string) => `URL.createObjectURL(new Blob([${JSON.stringify(body)}], { type: 'text/javascript' }))`

export const workerVectors: readonly Vector[] = [
  ...vectors('tcp', {
    'worker-fetch': ({ url }) =>
      script(`window.worker = new Worker(${blobOf(`fetch('${url}', { mode: 'no-cors' })`)})`),
    'worker-xhr': ({ url }) =>
      script(
        `window.worker = new Worker(${blobOf(`const x = new XMLHttpRequest(); x.open('GET', '${url}'); x.send()`)})`,
      ),
    'worker-import-scripts': ({ url }) => script(`window.worker = new Worker(${blobOf(`importScripts('${url}')`)})`),
    'worker-module': ({ url }) =>
      script(`window.worker = new Worker(${blobOf(`import '${url}'`)}, { type: 'module' })`),
    'worker-websocket': ({ authority }) =>
      script(`window.worker = new Worker(${blobOf(`self.s = new WebSocket('ws://${authority}/')`)})`),
    'worker-nested': ({ url }) =>
      script(
        `window.worker = new Worker(${blobOf(
          `self.w = new Worker(URL.createObjectURL(new Blob(["fetch('${url}')"])))`,
        )})`,
      ),
    'shared-worker': ({ url }) => script(`window.worker = new SharedWorker(${blobOf(`fetch('${url}')`)})`),
    'audio-worklet': ({ url }) => script(`await new OfflineAudioContext(1, 1, 44100).audioWorklet.addModule('${url}')`),
  }),
  ...vectors('perhaps', {
    'paint-worklet': ({ url }) => script(`await CSS.paintWorklet.addModule('${url}')`),
  }),
  ...vectors('never', {
    'worker-elsewhere': ({ url }) => script(`window.worker = new Worker('${url}')`),
    'service-worker-elsewhere': ({ url }) => script(`await navigator.serviceWorker.register('${url}')`),
  }),
  ...vectors(
    'perhaps',
    {
      'service-worker-fetch': ({ url, site }) =>
        script(
          `await navigator.serviceWorker.register('${site}/worker?do=' + encodeURIComponent("fetch('${url}')"), { scope: '/a/' })`,
        ),
      'service-worker-import': ({ url, site }) =>
        script(
          `await navigator.serviceWorker.register('${site}/worker?do=' + encodeURIComponent("importScripts('${url}')"), { scope: '/b/' })`,
        ),
    },
    { needsSite: true },
  ),
]
