// The SDK as it is published: ECMAScript modules and CommonJS with their types, and nothing that it needs.
import { execFile } from 'node:child_process'
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'

const run = promisify(execFile)

const ENTRIES = ['index', 'ai-sdk', 'langchain', 'openai'] as const
const EXTERNAL = [/^ai$/, /^@langchain\/core/]

/** Builds the package. @returns its folder */
export async function packageSdk(root: string, dist = join(root, 'packages/sdk/dist')): Promise<string> {
  const folder = join(root, 'packages/sdk')
  await rm(dist, { recursive: true, force: true })
  await mkdir(dist, { recursive: true })
  await bundle(folder, dist)
  await declare(root, folder, dist)
  await writeFile(join(dist, 'cjs/package.json'), '{ "type": "commonjs" }\n')
  await writeFile(join(dist, 'package.json'), `${JSON.stringify(await manifest(folder), null, 2)}\n`)
  await copyFile(join(folder, 'README.md'), join(dist, 'README.md'))
  await copyFile(join(root, 'LICENSE'), join(dist, 'LICENSE'))
  return dist
}

async function bundle(folder: string, dist: string): Promise<void> {
  const input = Object.fromEntries(ENTRIES.map((entry) => [entry, join(folder, 'src', `${entry}.ts`)]))
  const built = await rolldown({ input, external: EXTERNAL, platform: 'neutral' })
  try {
    for (const format of ['esm', 'cjs'] as const) {
      await built.write({ dir: join(dist, format), format, exports: 'named', chunkFileNames: 'shared-[hash].js' })
    }
  } finally {
    await built.close()
  }
}

/** One declaration for each source, beside both kinds of modules. */
async function declare(root: string, folder: string, dist: string): Promise<void> {
  const outDir = join(dist, 'types')
  const settings = {
    extends: join(root, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      stripInternal: true,
      typeRoots: [join(root, 'node_modules/@types')],
      rootDir: join(folder, 'src'),
      outDir,
    },
    include: [join(folder, 'src')],
    exclude: [join(folder, 'src/**/*.test.ts')],
  }
  const file = join(dist, 'tsconfig.json')
  await writeFile(file, JSON.stringify(settings))
  await run(join(root, 'node_modules/.bin/tsc'), ['-p', file])
  await rm(file)
  for (const name of await readdir(outDir)) {
    const text = await readFile(join(outDir, name), 'utf8')
    // The compiler leaves our own endings in declarations.
    const published = text.replace(/(from |import\()(['"]\.\/[^'"]+)\.ts(['"])/g, '$1$2.js$3')
    for (const kind of ['esm', 'cjs']) await writeFile(join(dist, kind, name), published)
  }
  await rm(outDir, { recursive: true })
}

async function manifest(folder: string): Promise<object> {
  const { private: _, exports: __, ...own } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const door = (entry: string) => ({
    import: { types: `./esm/${entry}.d.ts`, default: `./esm/${entry}.js` },
    require: { types: `./cjs/${entry}.d.ts`, default: `./cjs/${entry}.js` },
  })
  const doors = ENTRIES.map((entry) => [entry === 'index' ? '.' : `./${entry}`, door(entry)])
  return {
    ...own,
    engines: { node: '>=20.3' },
    main: './cjs/index.js',
    module: './esm/index.js',
    types: './esm/index.d.ts',
    exports: { ...Object.fromEntries(doors), './package.json': './package.json' },
    // For resolvers that are older than `exports`.
    typesVersions: { '*': Object.fromEntries(ENTRIES.slice(1).map((entry) => [entry, [`./cjs/${entry}.d.ts`]])) },
    files: ['esm', 'cjs'],
  }
}
