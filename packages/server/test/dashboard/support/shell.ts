// Lines that a page offers for a shell, read by a shell.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

export interface CurlRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What curl would send for a line; the shell reads the line, so that its quotes are put to the test. */
export async function curlRequest(line: string): Promise<CurlRequest> {
  const { stdout } = await run('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${line}`])
  const words = stdout.split('\0').slice(0, -1)
  const after = (flag: string) => words.flatMap((word, at) => (words[at - 1] === flag ? [word] : []))
  const headers = after('-H').map((header) => header.split(/: (.*)/s).slice(0, 2) as [string, string])
  const [body = ''] = after('-d')
  const url = words.find((word) => word.startsWith('http')) ?? ''
  return { url, headers: Object.fromEntries(headers), body }
}
