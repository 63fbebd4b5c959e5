// The local server: a thin client of a gateway that speaks MCP over standard input and output.
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type CatalogDocument, catalogDocumentSchema } from '@kiosk/catalog'
import { Kiosk } from '@kiosk/sdk'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { type Environment, type LocalSettings, readLocalSettings } from './local-settings.ts'
import type { OperationCaller } from './operation-caller.ts'
import { createToolServers } from './tool-server.ts'

export interface LocalServer {
  close(): Promise<void>
}

/** Serves until standard input ends. Standard output belongs to the protocol; what people should know goes to `note`.
 * Throws `SettingError` and `SelectionError`. */
export async function serveLocal(env: Environment, note: (line: string) => void): Promise<LocalServer> {
  const settings = readLocalSettings(env)
  if (settings.apiKey === undefined)
    note('KIOSK_API_KEY is not set: every call will be refused until the client sets it.')
  const kiosk = new Kiosk({ apiKey: settings.apiKey, baseUrl: settings.baseUrl })
  const catalog = await currentCatalog(kiosk, note)
  const servers = createToolServers({
    catalog,
    selection: settings.selection,
    results: { maxChars: settings.maxChars, saveFile: fileSaver(settings) },
  })
  const factory = servers(callerOf(kiosk))
  return serveStdio(factory, { onerror: (error) => note(error.message) })
}

function callerOf(kiosk: Kiosk): OperationCaller {
  return async (slug, input, signal) => {
    const { data, receipt } = await kiosk.call(slug as string, input, { signal }).withReceipt()
    return { output: data, receipt }
  }
}

/** The gateway's catalog, or the one that came with this package where the gateway does not answer yet. */
export async function currentCatalog(kiosk: Kiosk, note: (line: string) => void): Promise<CatalogDocument> {
  try {
    return catalogDocumentSchema.parse(await kiosk.catalog())
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    note(`The catalog could not be read (${why}); the tools are those of this version of the package.`)
    return bundledCatalog()
  }
}

export async function bundledCatalog(): Promise<CatalogDocument> {
  const text = await readFile(new URL('catalog.generated.json', import.meta.url), 'utf8')
  return catalogDocumentSchema.parse(JSON.parse(text))
}

function fileSaver({ outputDir }: LocalSettings) {
  if (outputDir === null) return null
  const folder = resolve(outputDir)
  return async (name: string, bytes: Uint8Array): Promise<string> => {
    await mkdir(folder, { recursive: true })
    const file = join(folder, name)
    await writeFile(file, bytes)
    return pathToFileURL(file).href
  }
}
