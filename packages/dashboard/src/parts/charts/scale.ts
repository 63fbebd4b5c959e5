// Scales of charts.

const ROUND = [1, 1.5, 2, 3, 4, 5, 6, 8, 10]

/** The smallest round number at or above the largest value; always whole. */
export function niceMax(values: readonly number[]): number {
  const most = Math.max(1, ...values)
  const power = 10 ** Math.floor(Math.log10(most))
  const step = ROUND.find((factor) => factor * power >= most) ?? 10
  return Math.ceil(step * power)
}

/** Where grid lines stand: 0, the middle where it is whole, and the top. */
export function ticks(max: number): number[] {
  return max % 2 === 0 ? [0, max / 2, max] : [0, max]
}

export interface Bar {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Bars side by side in a box; y grows downwards, as in SVG.
 * @param gap share of each slot that stays empty, 0 to 1
 * @returns one bar a value; a value above 0 is never thinner than a visible line */
export function bars(values: readonly number[], box: { width: number; height: number }, gap = 0.3): Bar[] {
  const max = niceMax(values)
  const slot = box.width / Math.max(1, values.length)
  return values.map((value, index) => {
    const height = value > 0 ? Math.max(MIN_HEIGHT, (value / max) * box.height) : 0
    return { x: (index + gap / 2) * slot, y: box.height - height, width: slot * (1 - gap), height }
  })
}

const MIN_HEIGHT = 1.5

/** Every day of a month, `YYYY-MM` → `YYYY-MM-DD`s. */
export function daysOfMonth(period: string): string[] {
  const [year = 0, month = 1] = period.split('-').map(Number)
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return Array.from({ length: count }, (_, index) => `${period}-${String(index + 1).padStart(2, '0')}`)
}
