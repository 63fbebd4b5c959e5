import { Card } from '../../ui/card.tsx'

const steps = [
  ['Create a successor', 'with a name that says so, and put it where the old key is used. Both work side by side.'],
  ['Watch the old key', 'in this list and in the request log until a day has passed without a call of it.'],
  ['Delete the old key.', 'The deletion holds at once, everywhere.'],
] as const

export function RotationRecipe() {
  return (
    <Card title="Replace a key without an outage">
      <ol className="space-y-3">
        {steps.map(([title, text], place) => (
          <li key={title} className="flex gap-3">
            <span
              aria-hidden
              className="grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft text-[12px] font-semibold text-accent-text"
            >
              {place + 1}
            </span>
            <p className="text-muted">
              <span className="font-medium text-ink">{title}</span> {text}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
