// What Linux tells of processes; elsewhere nothing is known, and what depends on it is left out.
import { readdir, readFile } from 'node:fs/promises'

const PAGE_BYTES = 4096

export interface ProcessFacts {
  readonly pid: number
  /** Process group: all processes of one browser are in one. */
  readonly group: number
}

/** Every process, or none where there is no /proc. */
export async function listProcesses(): Promise<ProcessFacts[]> {
  const names = await readdir('/proc').catch(() => [])
  const all = await Promise.all(names.filter((name) => /^\d+$/.test(name)).map((name) => factsOf(Number(name))))
  return all.filter((facts) => facts !== null)
}

async function factsOf(pid: number): Promise<ProcessFacts | null> {
  const fields = await statFields(pid)
  const [state, , group] = fields ?? []
  return state === undefined || state === 'Z' || group === undefined ? null : { pid, group: Number(group) }
}

/** When a process started, in ticks since the machine did: with its id, that names it for good. null when it is gone. */
export async function startTicks(pid: number): Promise<number | null> {
  const ticks = (await statFields(pid))?.[19]
  return ticks === undefined ? null : Number(ticks)
}

/** Fields after the name, which may hold blanks and parentheses itself. */
async function statFields(pid: number): Promise<string[] | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => null)
  return text === null ? null : text.slice(text.lastIndexOf(')') + 2).split(' ')
}

/** The command line, its words apart by blanks; empty when the process is gone. */
export async function commandLine(pid: number): Promise<string> {
  return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
}

/** Memory in bytes that a process shares with no other; 0 when it is gone. */
export async function privateBytes(pid: number): Promise<number> {
  const [, resident = 0, shared = 0] = (await readFile(`/proc/${pid}/statm`, 'latin1').catch(() => ''))
    .split(' ')
    .map(Number)
  return Math.max(0, resident - shared) * PAGE_BYTES
}
