// Finds code that opens connections by itself, by what it imports and what it calls.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Finding {
  /** Path below the folder of the packages. */
  readonly file: string
  readonly line: number
  readonly what: string
}

const MODULES = 'net|tls|http|https|http2|dgram|dns|dns/promises|inspector'
const CLIENTS = 'undici|ws|axios|got|node-fetch|ky|superagent|needle|socks|http-proxy-agent|https-proxy-agent'

const patterns: readonly (readonly [what: string, pattern: RegExp])[] = [
  ['import of a network module', new RegExp(String.raw`\bfrom\s*['"](?:node:)?(?:${MODULES})['"]`)],
  [
    'import of a network module',
    new RegExp(String.raw`\b(?:import|require|getBuiltinModule)\s*\(\s*['"](?:node:)?(?:${MODULES})['"]`),
  ],
  ['import of a network module', new RegExp(String.raw`\bimport\s*['"](?:node:)?(?:${MODULES})['"]`)],
  [
    'import of an HTTP client',
    new RegExp(String.raw`\b(?:from|import|require)\s*\(?\s*['"](?:${CLIENTS})(?:/[^'"]*)?['"]`),
  ],
  ['fetch', /(?<![\w$.]|function )fetch\s*\(/],
  ['fetch', /\b(?:globalThis|global|window|self)\s*(?:\.\s*fetch\b|\[\s*['"]fetch['"])/],
  ['a request by node:http', /\bhttps?\s*\.\s*(?:request|get)\s*\(/],
  [
    'a socket',
    /\b(?:net|tls)\s*\.\s*(?:connect|createConnection)\s*\(|\bcreateConnection\s*\(|\bnew\s+(?:net\s*\.\s*)?Socket\b/,
  ],
  ['a WebSocket', /\bnew\s+(?:globalThis\s*\.\s*)?(?:WebSocket|EventSource|XMLHttpRequest)\b/],
  ['a beacon', /\bnavigator\s*\.\s*sendBeacon\s*\(/],
]

/** Type-only imports open nothing. */
const TYPE_IMPORT = /\bimport\s+type\b[^;'"]*from\s*['"][^'"]*['"]/g

/** Nor do types and what only looks at the text of an address. */
const PURE_NET_IMPORT =
  /\bimport\s*\{(?:\s*(?:type\s+\w+|isIP|isIPv4|isIPv6|BlockList|SocketAddress)\s*,?)*\}\s*from\s*['"]node:net['"]/g

/** Scans one source text. */
export function findDoors(file: string, source: string): Finding[] {
  const code = blankOut(blankOut(source, /\/\*[\s\S]*?\*\//g), /(?<=^|\s)\/\/.*/gm)
  const text = blankOut(blankOut(code, TYPE_IMPORT), PURE_NET_IMPORT)
  return patterns.flatMap(([what, pattern]) =>
    [...text.matchAll(new RegExp(pattern, 'g'))].map(({ index }) => ({
      file,
      line: text.slice(0, index).split('\n').length,
      what,
    })),
  )
}

/** Scans the sources (not the tests) of all packages below `packages`. */
export function scanPackages(packages: string): Finding[] {
  const files = globSync('*/src/**/*.{ts,tsx,js,mjs}', { cwd: packages }).filter(
    (file) => !/\.(?:test|test-d)\.[a-z]+$/.test(file),
  )
  return files.flatMap((file) => findDoors(file.replaceAll('\\', '/'), readFileSync(join(packages, file), 'utf8')))
}

/** Keeps the line breaks, so that line numbers stay right. */
function blankOut(source: string, pattern: RegExp): string {
  return source.replace(pattern, (found) => found.replace(/[^\n]/g, ' '))
}
