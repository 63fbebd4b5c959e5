import { timeText } from './numbers.ts'

/** An instant to the second in the reader's zone; the UTC time is one hover away. */
export function Instant({ at }: { readonly at: string }) {
  return (
    <time dateTime={at} title={at} className="whitespace-nowrap">
      {timeText(at)}
    </time>
  )
}
