// Prometheus metrics. Labels name operations, codes and lanes; never an organization or a key.
import type { CallFacts, Lanes } from '@kiosk/engine'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import { processGauges } from './process-gauges.ts'

export interface Metrics {
  observe(facts: CallFacts): void
  /** Text in the exposition format. */
  render(): Promise<string>
  readonly contentType: string
}

const DURATION_BUCKETS_SEC = [0.001, 0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 310]

/** Counters are plain numbers on the path of a call; prom-client sees them when it is asked. */
export function createMetrics(lanes: Lanes): Metrics {
  const registry = new Registry()
  const calls = new Counter({
    name: 'kiosk_calls_total',
    help: 'Calls by operation, status, error code and cache outcome.',
    labelNames: ['operation', 'status', 'code', 'cache', 'replayed'] as const,
    registers: [registry],
  })
  const units = new Counter({
    name: 'kiosk_units_total',
    help: 'Units spent by operation.',
    labelNames: ['operation'] as const,
    registers: [registry],
  })
  const duration = new Histogram({
    name: 'kiosk_call_duration_seconds',
    help: 'Time from the request headers to the answer, by operation and cache outcome.',
    labelNames: ['operation', 'cache'] as const,
    buckets: DURATION_BUCKETS_SEC,
    registers: [registry],
  })
  laneGauges(registry, lanes)
  processGauges(registry)

  const pending = new Map<string, PendingCalls>()
  const flush = () => {
    for (const { facts, count, unitSum, durations } of pending.values()) {
      const operation = facts.slug ?? 'none'
      const cache = facts.cache ?? 'none'
      calls.inc(
        { operation, status: facts.status, code: facts.code ?? 'none', cache, replayed: String(facts.replayed) },
        count,
      )
      if (unitSum > 0) units.inc({ operation }, unitSum)
      for (const seconds of durations) duration.observe({ operation, cache }, seconds)
    }
    pending.clear()
  }
  return {
    observe(facts) {
      const key = `${facts.slug}|${facts.status}|${facts.code}|${facts.cache}|${facts.replayed}`
      const entry = pending.get(key)
      if (entry === undefined) {
        pending.set(key, { facts, count: 1, unitSum: facts.units, durations: [facts.durationMs / 1000] })
        return
      }
      entry.count += 1
      entry.unitSum += facts.units
      entry.durations.push(facts.durationMs / 1000)
      if (entry.durations.length >= MAX_PENDING) flush()
    },
    render() {
      flush()
      return registry.metrics()
    },
    contentType: registry.contentType,
  }
}

const MAX_PENDING = 1000

interface PendingCalls {
  readonly facts: CallFacts
  count: number
  unitSum: number
  readonly durations: number[]
}

function laneGauges(registry: Registry, lanes: Lanes): void {
  for (const state of ['running', 'waiting'] as const) {
    new Gauge({
      name: `kiosk_lane_${state}`,
      help: `Calls ${state} per lane and provider.`,
      labelNames: ['lane'] as const,
      registers: [registry],
      collect() {
        for (const { name, load } of lanes.loads()) this.set({ lane: name }, load[state])
      },
    })
  }
}
