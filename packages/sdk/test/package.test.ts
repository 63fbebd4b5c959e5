// The package as it is published: its doors, its types, its size, and who can load it.
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import { gzipSync } from 'node:zlib'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packageSdk } from '../../../script/lib/package-sdk.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')

/** Bytes of script that a page pays for the client, compressed. */
const CORE_LIMIT = 10_000

describe('the published package', () => {
  let folder: string
  let dist: string
  let consumer: string
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'kiosk-sdk-'))
    dist = await packageSdk(root, join(folder, 'dist'))
    consumer = join(folder, 'consumer')
    await mkdir(join(consumer, 'node_modules/@kiosk'), { recursive: true })
    await cp(dist, join(consumer, 'node_modules/@kiosk/sdk'), { recursive: true })
  }, 60_000)
  afterAll(() => rm(folder, { recursive: true, force: true }))

  it('has doors that publint finds nothing wrong with', async () => {
    const { messages } = await publint({ pkgDir: dist, strict: true, pack: false })
    expect(messages).toEqual([])
  })

  it('has types that fit every way of loading it', async () => {
    await run('npm', ['pack', '--pack-destination', folder, '--loglevel=error'], { cwd: dist })
    const tarball = await readFile(join(folder, 'kiosk-sdk-0.1.0.tgz'))
    const analysis = await checkPackage(createPackageFromTarballData(new Uint8Array(tarball)))
    expect(analysis.types).toMatchObject({ kind: 'included' })
    expect('problems' in analysis && analysis.problems).toEqual([])
  })

  it('needs nothing', async () => {
    const manifest: { dependencies?: unknown } = JSON.parse(await readFile(join(dist, 'package.json'), 'utf8'))
    expect(manifest.dependencies).toBeUndefined()
  })

  it.each([
    ['an ECMAScript module', 'main.mjs', "import { Kiosk, KioskError } from '@kiosk/sdk'"],
    ['CommonJS', 'main.cjs', "const { Kiosk, KioskError } = require('@kiosk/sdk')"],
  ])('loads in %s', async (_, name, loading) => {
    const use =
      "new Kiosk({ apiKey: 'k', baseUrl: 'http://127.0.0.1:9', maxRetries: 0 }).currencyConvert({ base: 'EUR', targets: 'USD' })"
    const program = `${loading}\n${use}.catch((error) => console.log(error instanceof KioskError, error.code))\n`
    await writeFile(join(consumer, name), program)
    expect((await run(process.execPath, [join(consumer, name)])).stdout.trim()).toBe('true NO_ANSWER')
  })

  it('is checked by a strict TypeScript project of today', async () => {
    await writeFile(join(consumer, 'package.json'), '{ "type": "module" }')
    await writeFile(
      join(consumer, 'main.ts'),
      `import { Kiosk, type CurrencyConvertOutput } from '@kiosk/sdk'
const kiosk = new Kiosk({ apiKey: 'k' })
const rates: CurrencyConvertOutput = await kiosk.currencyConvert({ base: 'EUR', targets: 'USD' })
const rate: number | undefined = rates.rates.USD
const bytes: Uint8Array = await kiosk.screenshot({ url: 'https://example.test/' }).toBuffer()
const same: CurrencyConvertOutput = await kiosk.call('currency-convert.get', { base: 'EUR', targets: 'USD' })
const unknown: unknown = await kiosk.call('brand-new.get', {})
for await (const page of kiosk.pages('codehost-repo-contributors.get', { owner: 'a', repo: 'b' })) void page.fetchedAt
// @ts-expect-error a field that is missing
await kiosk.currencyConvert({ base: 'EUR' })
// @ts-expect-error a field that does not exist
await kiosk.currencyConvert({ base: 'EUR', targets: 'USD', amout: 1 })
export { rate, bytes, same, unknown }
`,
    )
    const options = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noUncheckedIndexedAccess',
      '--noEmit',
      '--skipLibCheck',
      'false',
    ]
    const target = [
      '--target',
      'es2022',
      '--lib',
      'es2022,dom',
      '--module',
      'nodenext',
      '--moduleResolution',
      'nodenext',
      '--types',
      '',
    ]
    const { stdout } = await run(join(root, 'node_modules/.bin/tsc'), [...options, ...target, 'main.ts'], {
      cwd: consumer,
    }).catch((error: { stdout: string }) => error)
    expect(stdout).toBe('')
  })

  it('stays below 10 kB in a bundle, and drops what is not imported', async () => {
    const core = await bundled(consumer, "export { Kiosk } from '@kiosk/sdk'")
    const size = gzipSync(core, { level: 9 }).length
    process.stdout.write(
      `sdk: the client is ${(core.length / 1000).toFixed(1)} kB, ${(size / 1000).toFixed(1)} kB gzip\n`,
    )
    expect(size).toBeLessThan(CORE_LIMIT)
    expect(await bundled(consumer, "export { KioskError } from '@kiosk/sdk'")).not.toContain('idempotency-key')
  })

  it('works where there is no process, no Buffer and no page', async () => {
    const asked: unknown[] = []
    const worker = createContext({
      ...{
        URL,
        AbortSignal,
        AbortController,
        Headers,
        Response,
        TextEncoder,
        atob,
        crypto,
        performance,
        setTimeout,
        clearTimeout,
      },
      fetch: async (url: string) => {
        asked.push(url)
        return new Response('{"image":"iVBORw=="}', { headers: { 'x-request-id': 'req_1' } })
      },
    })
    const code = await bundled(consumer, "export { Kiosk } from '@kiosk/sdk'", 'iife')
    const use = "new sdk.Kiosk({ apiKey: 'k' }).screenshot({ url: 'https://example.test/' }).toBuffer()"
    const bytes: Uint8Array = await runInContext(`${code}; ${use}`, worker)
    expect(asked).toEqual(['http://127.0.0.1:8080/screenshot.post'])
    expect([...bytes]).toEqual([0x89, 0x50, 0x4e, 0x47])
  })
})

async function bundled(folder: string, program: string, format: 'esm' | 'iife' = 'esm'): Promise<string> {
  await writeFile(join(folder, 'bundle.mjs'), program)
  const built = await rolldown({ input: join(folder, 'bundle.mjs'), platform: 'neutral' })
  try {
    const { output } = await built.generate({ format, name: 'sdk', minify: true })
    return output.map((one) => (one.type === 'chunk' ? one.code : '')).join('')
  } finally {
    await built.close()
  }
}
