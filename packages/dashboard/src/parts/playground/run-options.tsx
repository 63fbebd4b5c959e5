import { ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { newIdempotencyKey, type RunOptions } from './run.ts'

export interface RunOptionsFormProps {
  readonly options: RunOptions
  readonly onChange: (options: RunOptions) => void
}

/** The headers that any call can carry. */
export function RunOptionsForm({ options, onChange }: RunOptionsFormProps) {
  // What is sent is in sight from the beginning.
  const [wasSet] = useState(() => options.idempotencyKey !== '' || options.proxyUrl !== '')
  return (
    <details open={wasSet} className="group/options">
      <summary className="inline-flex list-none items-center gap-1 text-muted hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="size-4 group-open/options:rotate-90" />
        Headers: Idempotency-Key and proxy
      </summary>
      <div className="mt-3 space-y-4">
        <div className="flex items-start gap-2">
          <Field
            label="Idempotency-Key"
            hint="36 to 255 characters. The same key with the same body is replayed for 24 hours, not run again."
            className="flex-1"
          >
            <Input
              value={options.idempotencyKey}
              maxLength={255}
              autoComplete="off"
              className="font-mono text-[13px]"
              onChange={({ currentTarget }) => onChange({ ...options, idempotencyKey: currentTarget.value })}
            />
          </Field>
          <Button className="mt-6" onClick={() => onChange({ ...options, idempotencyKey: newIdempotencyKey() })}>
            Make one
          </Button>
        </div>
        <Field label="x-proxy-url" hint="An http, https or socks5 proxy of yours with a public host.">
          <Input
            type="password"
            value={options.proxyUrl}
            autoComplete="new-password"
            onChange={({ currentTarget }) => onChange({ ...options, proxyUrl: currentTarget.value })}
          />
        </Field>
      </div>
    </details>
  )
}
