// Servers under load, each in a process of its own.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

export interface BenchServer {
  readonly url: string
  readonly facts: Readonly<Record<string, unknown>>
  /** CPU time that the process used so far. */
  cpuMicros(): Promise<number>
  stop(): Promise<void>
}

/** Starts `bench/servers/<name>.ts` and waits for its port. */
export async function startServer(name: string, args: readonly string[] = []): Promise<BenchServer> {
  const child = fork(new URL(`./servers/${name}.ts`, import.meta.url).pathname, args, {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const facts = await message(child)
  return {
    url: `http://127.0.0.1:${facts.port}`,
    facts,
    async cpuMicros() {
      child.send('cpu')
      return Number((await message(child)).cpuMicros)
    },
    async stop() {
      const gone = once(child, 'exit')
      child.send('stop')
      await gone
    },
  }
}

async function message(child: ChildProcess): Promise<Record<string, unknown>> {
  const gone = once(child, 'exit').then(([code]) => {
    throw new Error(`the server ended with ${code} before it answered`)
  })
  const [facts] = await Promise.race([once(child, 'message'), gone])
  return facts as Record<string, unknown>
}
