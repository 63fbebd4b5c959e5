// JSON as a tree that opens and closes: native disclosure, so that the keyboard works by itself.
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { type ScalarText, scalarText, sizeText } from './tree-text.ts'

/** Members that are drawn at first, and with each «more». */
const STEP = 100

export function JsonTree({ value }: { readonly value: unknown }) {
  return (
    <div className="overflow-x-auto font-mono text-[12.5px] leading-6">
      {isBranch(value) ? <Members value={value} /> : <Scalar value={value} />}
    </div>
  )
}

function isBranch(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function Members({ value }: { readonly value: object }) {
  const [shown, setShown] = useState(STEP)
  const members = Object.entries(value)
  if (members.length === 0) return <p className="text-muted">{Array.isArray(value) ? 'no items' : 'no fields'}</p>
  return (
    <ul>
      {members.slice(0, shown).map(([name, member]) => (
        <li key={name}>
          {isBranch(member) ? <Branch name={name} value={member} /> : <Leaf name={name} value={member} />}
        </li>
      ))}
      {members.length > shown && (
        <li>
          <Button size="small" variant="quiet" onClick={() => setShown(shown + STEP)}>
            {members.length - shown} more
          </Button>
        </li>
      )}
    </ul>
  )
}

/** What is closed is not drawn: answers can hold thousands of members. */
function Branch({ name, value }: { readonly name: string; readonly value: object }) {
  const [isOpen, setOpen] = useState(Object.keys(value).length <= 20 && !Array.isArray(value))
  return (
    <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)} className="group/branch">
      <summary className="flex list-none items-center gap-1 rounded -outline-offset-2 hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className={`size-3.5 shrink-0 text-muted ${isOpen ? 'rotate-90' : ''}`} />
        <Name>{name}</Name>
        <span className="text-muted">
          {Array.isArray(value) ? '[ ]' : '{ }'} {sizeText(value)}
        </span>
      </summary>
      {isOpen && (
        <div className="ml-1.5 border-l border-line pl-3">
          <Members value={value} />
        </div>
      )}
    </details>
  )
}

function Leaf({ name, value }: { readonly name: string; readonly value: unknown }) {
  return (
    <div className="flex gap-1 pl-4.5">
      <Name>{name}</Name>
      <Scalar value={value} />
    </div>
  )
}

function Name({ children }: { readonly children: ReactNode }) {
  return <span className="shrink-0 text-accent-text">{children}:</span>
}

const colours: Readonly<Record<ScalarText['kind'], string>> = {
  string: 'text-good-text',
  number: 'text-ink',
  boolean: 'text-warn-text',
  null: 'text-muted',
}

function Scalar({ value }: { readonly value: unknown }) {
  const { text, kind, hidden } = scalarText(value)
  return (
    <span className={`min-w-0 break-words whitespace-pre-wrap ${colours[kind]}`}>
      {text}
      {hidden > 0 && (
        <span className="text-muted"> … {hidden.toLocaleString('en')} more characters, whole under Raw</span>
      )}
    </span>
  )
}
