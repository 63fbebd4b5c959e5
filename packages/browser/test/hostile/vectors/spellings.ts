// This machine in every spelling that a browser takes for it, and names that lead to it.
import { type Target, type Vector, vectors } from './vector.ts'

const spellings: Readonly<Record<string, string>> = {
  dotted: '127.0.0.1',
  short: '127.1',
  decimal: '2130706433',
  hex: '0x7f000001',
  'hex-parts': '0x7f.0x0.0x0.0x1',
  octal: '017700000001',
  'octal-parts': '0177.0.0.01',
  'trailing-dot': '127.0.0.1.',
  percent: '%31%32%37.0.0.1',
  'full-width': '１２７.０.０.１',
  circled: '①②⑦.⓪.⓪.①',
  'full-stops': '127。0。0。1',
  zero: '0',
  'zero-dotted': '0.0.0.0',
  six: '[::1]',
  'six-long': '[0:0:0:0:0:0:0:1]',
  'six-any': '[::]',
  mapped: '[::ffff:127.0.0.1]',
  'mapped-hex': '[::ffff:7f00:1]',
  localhost: 'localhost',
  'localhost-dot': 'localhost.',
  'localhost-below': 'a.localhost',
  'localhost-wide': 'ｌｏｃａｌｈｏｓｔ',
  'name-inside': 'inside.example.test',
  'name-six': 'inside-six.example.test',
  'name-mapped': 'inside-mapped.example.test',
  'name-mixed': 'mixed.example.test',
  'name-single-label': 'intranet',
  'name-local': 'printer.local',
}

/** Reached only in a spelling that the allow list of the unguarded run takes for one of its pairs. */
const NOT_FOR_SURE = new Set(['zero', 'zero-dotted', 'six-any', 'localhost-dot'])

/** Browsers open one WebSocket after the other where many fail, so not every spelling gets one. */
const WITH_WEBSOCKET = new Set(['dotted', 'decimal', 'six', 'mapped', 'localhost', 'name-inside', 'name-mixed'])

export const spellingVectors: readonly Vector[] = Object.entries(spellings).flatMap(([name, host]) =>
  vectors(NOT_FOR_SURE.has(name) ? 'perhaps' : 'tcp', {
    [`spelled-${name}`]: ({ port }) => `<img src="http://${host}:${port}/">`,
    ...(WITH_WEBSOCKET.has(name) && {
      [`spelled-${name}-ws`]: ({ port }: Target) => `<script>new WebSocket('ws://${host}:${port}/')</script>`,
    }),
  }),
)

/** `Location` in odd spellings, each to a canary of its own. */
const locations: Readonly<Record<string, (port: number) => string>> = {
  plain: (port) => `http://127.0.0.1:${port}/`,
  'no-scheme': (port) => `//127.0.0.1:${port}/`,
  backslashes: (port) => `http:\\\\127.0.0.1:${port}\\`,
  'one-slash': (port) => `http:/127.0.0.1:${port}/`,
  capitals: (port) => `HTTP://0X7F.1:${port}/`,
  blanks: (port) => ` http://127.0.0.1:${port}/ `,
  tab: (port) => `ht\ttp://127.0.0.1:${port}/`,
  userinfo: (port) => `http://site.example.test@127.0.0.1:${port}/`,
  fragment: (port) => `http://127.0.0.1:${port}/#@site.example.test/`,
  https: (port) => `https://127.0.0.1:${port}/`,
  name: (port) => `http://inside.example.test:${port}/`,
}

export const redirectVectors: readonly Vector[] = [
  ...Object.entries(locations).flatMap(([name, location]) =>
    vectors(name === 'one-slash' || name === 'userinfo' ? 'perhaps' : 'tcp', {
      [`location-${name}`]: ({ port, redirect }) => `<img src="${redirect(location(port))}">`,
    }),
  ),
  ...[301, 302, 303, 307, 308].flatMap((status) =>
    vectors('tcp', {
      [`redirect-${status}`]: ({ url, redirect }) => `<img src="${redirect(url, status)}">`,
      [`redirect-${status}-frame`]: ({ url, redirect }) => `<iframe src="${redirect(url, status)}"></iframe>`,
    }),
  ),
  ...vectors('tcp', {
    'redirect-chain': ({ url, redirect }) => `<img src="${redirect(redirect(redirect(url, 307), 301), 302)}">`,
    'redirect-script': ({ url, redirect }) => `<script src="${redirect(url)}"></script>`,
    'redirect-fetch': ({ url, redirect }) =>
      `<script>fetch('${redirect(url, 308)}', { method: 'POST', mode: 'no-cors', body: 'x' })</script>`,
    'redirect-style': ({ url, redirect }) => `<link rel="stylesheet" href="${redirect(url)}">`,
  }),
]
