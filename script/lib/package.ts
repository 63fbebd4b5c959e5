// script/package <name>: builds a publishable package into its dist folder.
import { join } from 'node:path'
import { packageSdk } from './package-sdk.ts'

const packages: Readonly<Record<string, (root: string) => Promise<string>>> = { sdk: packageSdk }

async function main([name = '', ...more]: readonly string[]): Promise<number> {
  const build = packages[name]
  if (build === undefined || more.length > 0) {
    process.stderr.write(`Usage: script/package ${Object.keys(packages).join('|')}\n`)
    return 2
  }
  process.stdout.write(`${await build(join(import.meta.dirname, '../..'))}\n`)
  return 0
}

process.exitCode = await main(process.argv.slice(2))
