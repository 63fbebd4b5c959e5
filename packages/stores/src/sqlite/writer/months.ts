/** Calendar month of an instant as `YYYY-MM`, UTC.
 * @param at milliseconds since 1970 */
export function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7)
}
