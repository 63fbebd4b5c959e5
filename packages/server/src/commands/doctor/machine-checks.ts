// What the gateway needs of the machine it runs on.
import { access, constants, readdir, stat, statfs } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { addressOf, urlHost } from '../../config/addresses.ts'
import { askGateway } from '../gateway-client.ts'
import { type Check, errorCode } from './check.ts'

const MIN_FREE_MB = 500

export function checkNode(): Check {
  const { version, platform, arch } = process
  return { name: 'node', status: 'ok', found: `Node.js ${version} on ${platform} ${arch}` }
}

/** There and ours alone; or can be made. */
export async function checkDataDir(dataDir: string): Promise<Check> {
  const name = 'data folder'
  try {
    const { mode } = await stat(dataDir)
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK)
    const open = (await openFiles(dataDir)).concat((mode & 0o022) === 0 ? [] : [dataDir])
    if (open.length === 0) return { name, status: 'ok', found: `${dataDir} is ours to read and write` }
    const todo = `chmod go-rwx ${open.join(' ')}`
    return { name, status: 'warn', found: `other users of this machine can read or change ${open.join(', ')}`, todo }
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return canBeMade(name, dataDir)
    const todo = `let the user of the gateway read and write ${dataDir}, or set KIOSK_DATA_DIR`
    return { name, status: 'fail', found: `${dataDir} cannot be used (${errorCode(error)})`, todo }
  }
}

/** Files of the folder that only their owner should read, and that others can. */
async function openFiles(dataDir: string): Promise<string[]> {
  const names = (await readdir(dataDir)).filter((name) => /^(?:secret|guest-key|kiosk\.db.*)$/.test(name))
  const modes = await Promise.all(names.map(async (name) => ({ name, mode: (await stat(join(dataDir, name))).mode })))
  return modes.filter(({ mode }) => (mode & 0o077) !== 0).map(({ name }) => join(dataDir, name))
}

async function canBeMade(name: string, dataDir: string): Promise<Check> {
  try {
    await access(await nearestFolder(dataDir), constants.W_OK | constants.X_OK)
    return { name, status: 'ok', found: `${dataDir} is not there yet; the first start makes it` }
  } catch (error) {
    const todo = `make ${dataDir} and give it to the user of the gateway, or set KIOSK_DATA_DIR`
    return { name, status: 'fail', found: `${dataDir} is not there and cannot be made (${errorCode(error)})`, todo }
  }
}

/** The folder itself or the first one above it that exists. */
async function nearestFolder(path: string): Promise<string> {
  try {
    await stat(path)
    return path
  } catch (error) {
    if (dirname(path) === path) throw error
    return nearestFolder(dirname(path))
  }
}

export async function checkDisk(dataDir: string): Promise<Check> {
  const { bavail, bsize } = await statfs(await nearestFolder(dataDir))
  const freeMb = Math.floor((bavail * bsize) / 1_048_576)
  const found = `${freeMb.toLocaleString('en-US')} MB free for ${dataDir}`
  if (freeMb >= MIN_FREE_MB) return { name: 'disk', status: 'ok', found }
  return { name: 'disk', status: 'warn', found, todo: 'make room: a full disk stops every billed call' }
}

/** Opens the database as every admin command does. */
export async function checkStore(dataDir: string): Promise<Check> {
  const name = 'store'
  const files = await readdir(dataDir).catch((): string[] => [])
  if (!files.includes('kiosk.db')) return { name, status: 'ok', found: 'no database yet; the first start makes it' }
  try {
    const { openEmbedded } = await import('@kiosk/stores')
    const store = await openEmbedded({ dataDir, role: 'client' })
    const organizations = await store.directory.listOrganizations()
    await store.close()
    return { name, status: 'ok', found: `the database opens; organizations: ${organizations.length}` }
  } catch (error) {
    const found = `the database in ${dataDir} does not open: ${error instanceof Error ? error.message : String(error)}`
    return { name, status: 'fail', found, todo: 'put back a backup, or run the release that wrote it' }
  }
}

/** Free, or in use by a gateway of ours. */
export async function checkPort(role: 'engine' | 'app', host: string, port: number): Promise<Check> {
  const name = `port ${role}`
  const where = `${urlHost(host)}:${port}`
  try {
    await listenOnce(host, port)
    return { name, status: 'ok', found: `${where} is free` }
  } catch (error) {
    if (errorCode(error) === 'EADDRINUSE' && (await isGateway(host, port))) {
      return { name, status: 'ok', found: `${where} is served by a running gateway` }
    }
    const variable = `KIOSK_${role.toUpperCase()}`
    const todo = `stop what uses it, or set ${variable}_HOST or ${variable}_PORT`
    return { name, status: 'fail', found: `${where} cannot be listened on (${errorCode(error)})`, todo }
  }
}

function listenOnce(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve()))
  })
}

async function isGateway(host: string, port: number): Promise<boolean> {
  try {
    const answer = await askGateway(`${addressOf(host, port)}/healthz`, { method: 'GET', timeoutMs: 3_000 })
    return answer.status === 200 && answer.header('x-request-id')?.startsWith('req_') === true
  } catch {
    return false
  }
}
