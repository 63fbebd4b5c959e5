// PostgreSQL's own programs, wherever this system has them.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, globSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Throws what to do when there are none. */
export function postgresPrograms(): string {
  const folder = findPostgres()
  if (folder === null) throw new Error(POSTGRES_MISSING)
  return folder
}

/** Why tests of PostgreSQL are skipped; null: they are not. */
export function postgresMissing(): string | null {
  return findPostgres() === null ? POSTGRES_MISSING : null
}

const POSTGRES_MISSING =
  'PostgreSQL is missing: no folder has its programs initdb, postgres and psql; on Debian: apt-get install postgresql'

/** The folder of the newest ones that are complete: systems keep the server's out of PATH. */
function findPostgres(): string | null {
  return (
    firstWhole(globSync(['/usr/lib/postgresql/*/bin', '/usr/pgsql-*/bin']).sort(byVersion)) ??
    // A link stands for a program beside the others.
    firstWhole(said('command -v initdb').map((initdb) => dirname(realpathSync(initdb)))) ??
    firstWhole(said('pg_config --bindir'))
  )
}

function firstWhole(folders: readonly string[]): string | null {
  return folders.find((folder) => ['initdb', 'postgres', 'psql'].every((name) => isProgram(join(folder, name)))) ?? null
}

/** Newest first. */
function byVersion(a: string, b: string): number {
  return b.localeCompare(a, 'en', { numeric: true })
}

/** What a command prints; nothing where there is none. */
function said(command: string): string[] {
  const { stdout } = spawnSync('sh', ['-c', command], { encoding: 'utf8' })
  return stdout.trim() === '' ? [] : [stdout.trim()]
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
