import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { circles, importFaults, type PackageJson } from './import-rules.ts'
import { type Facts, factsOf } from './source-facts.ts'

const root = join(import.meta.dirname, '..')

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

const sources: Facts[] = globSync('packages/*/src/**/*.{ts,tsx}', { cwd: root }).map((path) =>
  factsOf({ path, text: read(path) }),
)
const manifests: Record<string, PackageJson> = Object.fromEntries(
  globSync('packages/*/package.json', { cwd: root }).map((path) => [path.split('/')[1] ?? '', JSON.parse(read(path))]),
)

describe('imports of the packages', () => {
  it('keep to the table', () => {
    expect(sources.length).toBeGreaterThan(30)
    expect(importFaults(sources, manifests)).toEqual([])
  })

  it('run in no ring', () => {
    expect(circles(sources)).toEqual([])
  })
})

describe('planted violations', () => {
  const declared: PackageJson = { dependencies: { '@kiosk/catalog': '0.1.0', '@kiosk/engine': '0.1.0', zod: '4.6.7' } }
  const faultsOf = (path: string, text: string) =>
    importFaults([factsOf({ path, text })], { [path.split('/')[1] ?? '']: declared }).filter((fault) =>
      fault.startsWith(path),
    )

  const provider = 'packages/operations/src/codehost/repo.ts'
  it.each([
    ['node in an operation', provider, "import { readFileSync } from 'node:fs'", 'node:fs'],
    ['node in the catalog', 'packages/catalog/src/a.ts', "import type { Stats } from 'node:fs'", 'node:fs'],
    ['another provider', provider, "import { currency } from '../currency/provider.ts'", 'another provider'],
    [
      'a provider from shared',
      'packages/operations/src/shared/a.ts',
      "import '../currency/provider.ts'",
      'another provider',
    ],
    ['an arrow up', 'packages/catalog/src/a.ts', "import type { Keys } from '@kiosk/engine'", 'which catalog may not'],
    ['an arrow aside', 'packages/engine/src/a.ts', "export { x } from '@kiosk/operations'", 'which engine may not'],
    ['a late import', 'packages/engine/src/a.ts', "const x = await import('fastify')", 'imports fastify'],
    [
      'a type import in place',
      'packages/stores/src/a.ts',
      "type X = import('@kiosk/catalog').Slug",
      'imports @kiosk/catalog',
    ],
    ['the catalog from stores', 'packages/stores/src/a.ts', "import '@kiosk/catalog'", 'which stores may not'],
    ['a deep import', 'packages/engine/src/a.ts', "import '@kiosk/catalog/src/names.ts'", 'past the package'],
    [
      'a way around the door',
      'packages/engine/src/a.test.ts',
      "import '../../catalog/src/names.ts'",
      'past its own package',
    ],
    ['its own door', 'packages/engine/src/a.ts', "import './index.ts'", 'the door of its own package'],
    ['the testkit', 'packages/server/src/a.ts', "import '@kiosk/testkit'", 'which server may not'],
    ['undeclared', 'packages/egress/src/a.ts', "import 'undici'", 'does not declare'],
    ['more than types', 'packages/dashboard/src/a.tsx', "import { toolOf } from '@kiosk/catalog'", 'more than types'],
    ['a barrel', 'packages/engine/src/a.ts', "export * from './b.ts'", 'passes on a whole file'],
    ['the environment', 'packages/egress/src/a.ts', 'export const a = process.env.HOME', 'process.env'],
    ['a clock', provider, 'export const a = () => Date.now()', 'Date.now'],
    ['a clock by new', provider, 'export const a = () => new Date()', 'new Date()'],
    ['randomness', provider, 'export const a = () => Math.random()', 'Math.random'],
    ['traffic', provider, "export const a = () => fetch('https://x.test')", 'fetch'],
    ['a timer', provider, 'export const a = () => setTimeout(() => {}, 1)', 'setTimeout'],
    ['a printed line', 'packages/catalog/src/a.ts', "console.log('x')", 'console'],
    ['a room without a row', 'packages/attic/src/a.ts', '', 'no row'],
  ])('%s', (_, path, text, part) => {
    expect(faultsOf(path, text)).toEqual([expect.stringContaining(part)])
  })

  it('pass what is meant to pass', () => {
    const text = `import { z } from 'zod'
      import { jsonOf } from '../shared/answer.ts'
      import { codehost } from './provider.ts'
      // fetch('x'), Date.now()
      export const a = (ctx) => ({ fetch: new Date(0), b: ctx.clock.now(), c: 'process.env', d: Date.parse('x') })`
    expect(faultsOf(provider, text)).toEqual([])
    expect(faultsOf('packages/server/src/config.ts', 'export const a = process.env')).toEqual([])
    expect(faultsOf('packages/egress/src/a.test.ts', "import { x } from '@kiosk/testkit'")).toEqual([])
  })

  it('a dependency that nobody imports, or that floats', () => {
    const file = { path: 'packages/egress/src/a.ts', text: "import 'undici'" }
    expect(importFaults([factsOf(file)], { egress: { dependencies: { undici: '^8.0.0', got: '1.0.0' } } })).toEqual([
      expect.stringContaining('no exact version'),
      expect.stringContaining('declares got'),
    ])
  })

  it('a ring', () => {
    const ring = [
      { path: 'packages/engine/src/a.ts', text: "import './b.ts'" },
      { path: 'packages/engine/src/b.ts', text: "import './steps/c.ts'" },
      { path: 'packages/engine/src/steps/c.ts', text: "import { a } from '../a.ts'" },
    ]
    expect(circles(ring.map(factsOf))).toHaveLength(1)
    const broken = ring.map((file) => ({ ...file, text: file.text.replace('import {', 'import type {') }))
    expect(circles(broken.map(factsOf))).toEqual([])
  })
})
