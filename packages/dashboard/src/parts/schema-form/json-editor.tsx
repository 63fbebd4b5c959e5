import { Eye } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field, Textarea } from '../../ui/field.tsx'
import type { BodyDraft } from './body-draft.ts'

export interface JsonEditorProps {
  readonly draft: BodyDraft
  /** The text holds a credential: it stays covered until it is asked for. */
  readonly isSecret: boolean
  readonly onChange: (text: string) => void
}

/** The body as JSON, beside its form. */
export function JsonEditor({ draft, isSecret, onChange }: JsonEditorProps) {
  const [isShown, setShown] = useState(false)
  if (isSecret && !isShown) {
    return (
      <div className="grid h-full min-h-40 place-items-center rounded-lg border border-line bg-sunken p-6 text-center">
        <div>
          <p className="mb-3 text-muted">The JSON is covered, since it holds a credential in plain text.</p>
          <Button size="small" onClick={() => setShown(true)}>
            <Eye aria-hidden />
            Show the JSON
          </Button>
        </div>
      </div>
    )
  }
  const lines = Math.min(18, Math.max(8, draft.text.split('\n').length + 1))
  return (
    <Field label="JSON body" hint="The same body as the form: each follows the other." error={draft.unreadable}>
      <Textarea
        value={draft.text}
        rows={lines}
        spellCheck={false}
        autoComplete="off"
        className="font-mono text-[12.5px] leading-5"
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </Field>
  )
}
