let remembered = { period: '', startsAt: 0, endsAt: 0 }

/** Calendar month of an instant as `YYYY-MM`, UTC; the last one is remembered, for nearly every row asks for it.
 * @param at milliseconds since 1970 */
export function monthOf(at: number): string {
  if (at < remembered.startsAt || at >= remembered.endsAt) {
    const date = new Date(at)
    remembered = {
      period: date.toISOString().slice(0, 7),
      startsAt: Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1),
      endsAt: Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1),
    }
  }
  return remembered.period
}
