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

const LEAST_PERCENT = 1.5

/** Heights of bars in per cent of the box; a value above 0 is never thinner than a visible line. */
export function barHeights(values: readonly number[]): number[] {
  const top = niceMax(values)
  return values.map((value) => (value > 0 ? Math.max(LEAST_PERCENT, (100 * value) / top) : 0))
}

/** Every day of a month, `YYYY-MM` → `YYYY-MM-DD`s. */
export function daysOfMonth(period: string): string[] {
  const [year = 0, month = 1] = period.split('-').map(Number)
  const count = new Date(Date.UTC(year, month, 0)).getUTCDate()
  return Array.from({ length: count }, (_, index) => `${period}-${String(index + 1).padStart(2, '0')}`)
}
