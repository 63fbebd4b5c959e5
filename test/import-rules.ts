// Who may import whom, as one table, and the check of every source file against it.
import { dirname, join } from 'node:path/posix'
import type { Facts, Import } from './source-facts.ts'

interface Room {
  /** Packages of ours. */
  readonly ours: readonly string[]
  /** Packages of others; `declared`: whatever its package.json names. */
  readonly others: readonly string[] | 'declared'
  /** Whether it may use `node:*`. */
  readonly node: boolean
  /** Of `ours`, those of which only types may be imported. */
  readonly typesOf?: readonly string[]
}

/** Below server, the direction is always down. `testkit` stands in no row: only tests import it. */
const rooms: Readonly<Record<string, Room>> = {
  catalog: { ours: [], others: ['zod'], node: false },
  operations: { ours: ['catalog'], others: ['zod', 'fast-xml-parser', 'htmlparser2'], node: false },
  markdown: { ours: ['catalog'], others: ['entities', 'htmlparser2'], node: false, typesOf: ['catalog'] },
  engine: { ours: ['catalog'], others: [], node: true },
  egress: { ours: ['catalog'], others: 'declared', node: true },
  browser: { ours: ['catalog', 'egress'], others: 'declared', node: true },
  stores: { ours: ['engine'], others: 'declared', node: true },
  // Both are optional peers, each of one adapter.
  sdk: { ours: [], others: ['ai', '@langchain/core'], node: false },
  mcp: { ours: ['sdk', 'catalog'], others: 'declared', node: true },
  cli: { ours: ['sdk', 'catalog'], others: 'declared', node: true },
  dashboard: { ours: ['sdk', 'catalog'], others: 'declared', node: false, typesOf: ['catalog'] },
  server: {
    ours: [
      'catalog',
      'operations',
      'engine',
      'egress',
      'browser',
      'markdown',
      'stores',
      'sdk',
      'mcp',
      'cli',
      'dashboard',
    ],
    others: 'declared',
    node: true,
  },
  testkit: { ours: ['catalog', 'engine', 'markdown'], others: 'declared', node: true },
}

/** What a pure room never touches: its clock, randomness, traffic and settings come by `ctx`. */
const AMBIENT = [
  ...[
    'fetch',
    'WebSocket',
    'EventSource',
    'XMLHttpRequest',
    'process',
    'console',
    'crypto',
    'performance',
    'globalThis',
  ],
  ...['setTimeout', 'setInterval', 'setImmediate', 'queueMicrotask', 'eval', 'Function', 'Buffer', '__dirname'],
  ...['Date.now', 'new Date()', 'Math.random', 'AbortSignal.timeout', 'performance.now', 'process.env'],
]
const PURE = ['catalog', 'operations', 'markdown']

/** The readers of the environment: the service's settings, the bin of a package that runs on its own, and what only tests use. */
const READS_ENVIRONMENT = /^packages\/(?:server\/src\/config(?:\.ts$|\/)|mcp\/src\/main\.ts$|testkit\/)/

export interface PackageJson {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

/** Every violation, one sentence each.
 * @param files all sources of the packages; tests among them may import what they like, if only through a package's door
 * @param manifests package.json by folder name */
export function importFaults(files: readonly Facts[], manifests: Readonly<Record<string, PackageJson>>): string[] {
  return files.flatMap((file) => fileFaults(file, manifests)).concat(unusedDependencies(files, manifests))
}

function fileFaults(file: Facts, manifests: Readonly<Record<string, PackageJson>>): string[] {
  const folder = packageOf(file.path)
  const room = rooms[folder]
  if (!room) return [`${file.path}: packages/${folder} has no row in the table of imports`]
  const { imports, ambient, starExport } = file
  const faults = imports.flatMap((one) => [...doorFault(one), ...pathFault(file.path, one)])
  if (!isTest(file.path)) {
    faults.push(...imports.flatMap((one) => roomFault(folder, room, manifests[folder] ?? {}, one)))
    if (PURE.includes(folder))
      faults.push(...AMBIENT.filter((name) => ambient.has(name)).map((name) => `uses ${name}; ask ctx for it`))
    if (ambient.has('process.env') && !READS_ENVIRONMENT.test(file.path))
      faults.push('reads process.env; only config.ts of the server does')
    if (starExport && !file.path.endsWith('/src/index.ts'))
      faults.push('passes on a whole file; only src/index.ts does')
  }
  return [...new Set(faults)].map((fault) => `${file.path}: ${fault}`)
}

function packageOf(path: string): string {
  return path.split('/')[1] ?? ''
}

function isTest(path: string): boolean {
  return /\.(?:test|test-d)\.tsx?$/.test(path)
}

/** A package is entered by its `exports` alone, that is by its name. */
function doorFault({ from }: Import): string[] {
  return /^@kiosk\/[^/]+\/./.test(from) ? [`imports ${from}, past the package's exports`] : []
}

function pathFault(path: string, { from }: Import): string[] {
  if (!from.startsWith('.')) return []
  const target = join(dirname(path), from)
  const own = path.split('/').slice(0, 2).join('/')
  if (!target.startsWith(`${own}/`)) return [`imports ${from}, past its own package`]
  if (target === `${own}/src/index.ts`) return [`imports ${from}, the door of its own package`]
  if (packageOf(path) !== 'operations') return []
  const [here, there] = [providerOf(path), providerOf(target)]
  return here && there && there !== 'shared' && here !== there ? [`imports ${from}, of another provider`] : []
}

/** Folder of a provider (or `shared`); undefined for the files above them. */
function providerOf(path: string): string | undefined {
  const parts = path.split('/')
  return parts.length > 4 ? parts[3] : undefined
}

function roomFault(folder: string, room: Room, manifest: PackageJson, { from, typeOnly }: Import): string[] {
  if (from.startsWith('.')) return []
  if (from.startsWith('node:')) return room.node ? [] : [`imports ${from}, but ${folder} never uses node:*`]
  const name = nameOf(from)
  const allowed = name.startsWith('@kiosk/')
    ? room.ours.includes(name.slice('@kiosk/'.length))
    : room.others === 'declared' || room.others.includes(name)
  if (!allowed) return [`imports ${name}, which ${folder} may not`]
  if (!typeOnly && room.typesOf?.includes(name.slice('@kiosk/'.length))) return [`imports more than types of ${name}`]
  return name in { ...manifest.dependencies, ...manifest.peerDependencies }
    ? []
    : [`imports ${name}, which packages/${folder}/package.json does not declare`]
}

/** `@scope/name/part` → `@scope/name` */
function nameOf(from: string): string {
  return from
    .split('/')
    .slice(0, from.startsWith('@') ? 2 : 1)
    .join('/')
}

function unusedDependencies(files: readonly Facts[], manifests: Readonly<Record<string, PackageJson>>): string[] {
  return Object.entries(manifests).flatMap(([folder, { dependencies = {} }]) => {
    const own = files.filter((file) => packageOf(file.path) === folder)
    const used = new Set(own.flatMap((file) => file.imports.map(({ from }) => nameOf(from))))
    return Object.entries(dependencies).flatMap(([name, version]) => [
      ...(used.has(name) ? [] : [`packages/${folder}/package.json: declares ${name}, which no source imports`]),
      ...(/^\d/.test(version) ? [] : [`packages/${folder}/package.json: ${name} ${version} is no exact version`]),
    ])
  })
}

/** Files that import each other in a ring at run time; each ring once, by its files. */
export function circles(files: readonly Facts[]): string[] {
  const targets = new Map(
    files.map((file) => [
      file.path,
      file.imports
        .filter(({ from, typeOnly }) => from.startsWith('.') && !typeOnly)
        .map(({ from }) => join(dirname(file.path), from)),
    ]),
  )
  const done = new Set<string>()
  const rings: string[] = []
  const walk = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) rings.push([...way.slice(way.indexOf(path)), path].join(' → '))
    if (done.has(path) || way.includes(path)) return
    for (const target of targets.get(path) ?? []) walk(target, [...way, path])
    done.add(path)
  }
  for (const path of targets.keys()) walk(path, [])
  return rings
}
