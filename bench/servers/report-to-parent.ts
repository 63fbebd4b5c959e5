import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Tells the parent process the port, and on request how much CPU this process has used so far. */
export function reportToParent(server: Server, facts: Readonly<Record<string, unknown>> = {}): void {
  process.on('message', (message) => {
    if (message === 'cpu') process.send?.({ cpuMicros: cpuMicros() })
    if (message === 'stop') process.exit(0)
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.({ port: (server.address() as AddressInfo).port, ...facts })
}

/** User and system time, worker threads included. */
function cpuMicros(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
