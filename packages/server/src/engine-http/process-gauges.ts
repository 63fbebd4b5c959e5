// What the process itself uses, read when it is asked for. The library's own default metrics watch every garbage collection and
// sample the event loop a hundred times a second: a fifth of the time of a cached call, measured.
import { Gauge, type Registry } from 'prom-client'

export function processGauges(registry: Registry): void {
  const gauge = (name: string, help: string, read: () => number) => {
    new Gauge({
      name: `kiosk_${name}`,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  }
  let last = performance.eventLoopUtilization()
  gauge('process_cpu_seconds_total', 'CPU time of the process, all threads, user and system.', () => {
    const { user, system } = process.cpuUsage()
    return (user + system) / 1e6
  })
  gauge('process_resident_memory_bytes', 'Resident memory of the process.', () => process.memoryUsage.rss())
  gauge('process_heap_used_bytes', 'JavaScript heap in use by the main thread.', () => process.memoryUsage().heapUsed)
  gauge('process_uptime_seconds', 'Time since the process started.', () => process.uptime())
  gauge(
    'event_loop_utilization',
    'Share of the time since the last reading in which the main thread was busy, 0 to 1.',
    () => {
      const now = performance.eventLoopUtilization()
      const { utilization } = performance.eventLoopUtilization(now, last)
      last = now
      return utilization
    },
  )
}
