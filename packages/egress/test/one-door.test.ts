// All that leaves the house goes through egress: no other package opens connections, but for the exceptions below.
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { findDoors, scanPackages } from './support/one-door.ts'

const packages = fileURLToPath(new URL('../../', import.meta.url))

/** Paths that may open connections or listen, and why. A new row needs a reason that a reviewer accepts. */
const exceptions: readonly (readonly [path: string, reason: string])[] = [
  ['egress/', 'the door itself'],
  ['server/src/engine-http/', 'listener of the engine'],
  ['server/src/app-http/', 'listener of the app, and its client of its own engine; no address of a caller'],
  ['server/src/mcp/', 'part of the app: goes to its own engine'],
  ['server/src/sandbox/', 'listeners of the stand-ins'],
  ['server/src/commands/', 'run by the operator: the client of a gateway, free ports'],
  ['stores/', 'clients of the databases that the operator configured'],
  ['sdk/', 'runs at the caller: its fetch goes to the gateway'],
  ['cli/', 'runs at the caller or the operator: goes to the gateway'],
  ['mcp/', 'runs at the caller: goes to the gateway'],
  ['dashboard/', 'runs in the reader’s browser: goes to the app it came from'],
  ['browser/', 'the pipe to Chromium; pages go through the filter of egress'],
  ['testkit/', 'servers for tests; never part of a gateway'],
]

describe('one door', () => {
  it('no package opens connections past egress', () => {
    const findings = scanPackages(packages).filter(({ file }) => !exceptions.some(([path]) => file.startsWith(path)))
    expect(findings).toEqual([])
  })

  it('looks at the sources: it sees the door itself', () => {
    const files = new Set(scanPackages(packages).map(({ file }) => file))
    expect(files).toContain('egress/src/destination/dial.ts')
    expect(files).toContain('egress/src/pools.ts')
    expect([...files].filter((file) => file.endsWith('.test.ts'))).toEqual([])
  })

  it.each([
    ["import { connect } from 'node:net'", 'import of a network module'],
    ["import { connect, isIP } from 'node:net'", 'import of a network module'],
    ["import {\n  request,\n} from 'https'", 'import of a network module'],
    ['import * as tls from "node:tls"', 'import of a network module'],
    ["import { lookup } from 'node:dns/promises'", 'import of a network module'],
    ["import dgram from 'node:dgram'", 'import of a network module'],
    ["const net = await import('node:net')", 'import of a network module'],
    ["process.getBuiltinModule('node:net')", 'import of a network module'],
    ["const net = require('net')", 'import of a network module'],
    ["import { Agent } from 'undici'", 'import of an HTTP client'],
    ["const { request } = await import('undici')", 'import of an HTTP client'],
    ["import WebSocket from 'ws'", 'import of an HTTP client'],
    ['const answer = await fetch(url)', 'fetch'],
    ['const send = globalThis.fetch', 'fetch'],
    ["const send = globalThis['fetch']", 'fetch'],
    ['http.request(options)', 'a request by node:http'],
    ['https.get(url)', 'a request by node:http'],
    ['net.connect(port)', 'a socket'],
    ['tls.connect({ port })', 'a socket'],
    ['createConnection({ port })', 'a socket'],
    ['new Socket()', 'a socket'],
    ['const socket = new WebSocket(url)', 'a WebSocket'],
    ['new EventSource(url)', 'a WebSocket'],
  ])('finds %j', (source, what) => {
    const findings = findDoors('operations/src/planted.ts', `const a = 1\n${source}\n`)
    expect(findings.map((finding) => finding.what)).toContain(what)
    expect(findings[0]?.line).toBeGreaterThanOrEqual(2)
  })

  it.each([
    "import type { Socket } from 'node:net'",
    "import { isIP, type Socket } from 'node:net'",
    '// await fetch(url)',
    '/** uses http.request(x) */',
    'await ctx.http.send({ url })',
    'const http = ctx.http',
    'memo.get(key)',
    'async function fetchPage() {}\nawait fetchPage()',
    'prefetch(url)',
    'const url = "https://site.example.test/net.html"',
  ])('passes %j', (source) => {
    expect(findDoors('operations/src/fine.ts', source)).toEqual([])
  })
})
