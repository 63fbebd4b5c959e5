// The built dashboard, held in memory with its compressed forms. A path is looked up among the files that were found, so none leads
// out of the folder.
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, gzip, constants as zlib } from 'node:zlib'

export interface DashboardFile {
  readonly contentType: string
  readonly cacheControl: string
  /** Weak, since the compressed forms share it. */
  readonly etag: string
  readonly identity: Buffer
  /** Absent for types that are compressed in themselves. */
  readonly compressed?: { readonly br: Promise<Buffer>; readonly gzip: Promise<Buffer> }
}

/** Path below the app's address, with its leading slash → file. Empty when the dashboard was not built. */
export type DashboardFiles = ReadonlyMap<string, DashboardFile>

export const DASHBOARD_PAGE = '/index.html'

// The highest of Brotli takes twenty times as long and saves a few kilobytes.
const BROTLI_QUALITY = 9

const TEXT_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}
const BINARY_TYPES: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** Where the dashboard's build lies. */
export function dashboardFolder(): string {
  return fileURLToPath(new URL('../dist', import.meta.resolve('@kiosk/dashboard')))
}

/** Reads a build. A folder that is not there gives no files. */
export async function readDashboardFiles(folder: string): Promise<DashboardFiles> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  })
  // Notes of the build begin with a dot, and are nobody's business.
  const files = entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
    .map((entry) => join(entry.parentPath, entry.name))
  return new Map(
    await Promise.all(
      files.map(async (file): Promise<[string, DashboardFile]> => {
        const path = `/${relative(folder, file).split(sep).join('/')}`
        return [path, dashboardFile(path, await readFile(file))]
      }),
    ),
  )
}

function dashboardFile(path: string, identity: Buffer): DashboardFile {
  const extension = extname(path)
  const text = TEXT_TYPES[extension]
  return {
    contentType: text ?? BINARY_TYPES[extension] ?? 'application/octet-stream',
    // Names below /assets/ change with their content.
    cacheControl: path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    etag: `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`,
    identity,
    ...(text !== undefined && { compressed: compress(identity) }),
  }
}

/** Begun at once and waited for by whoever asks first: a start does not wait. */
function compress(bytes: Buffer) {
  const params = { [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  return {
    br: promisify(brotliCompress)(bytes, { params }),
    gzip: promisify(gzip)(bytes, { level: 9 }),
  }
}
