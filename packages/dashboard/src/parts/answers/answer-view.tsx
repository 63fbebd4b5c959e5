// An answer shown as what it is, with all of its fields and its raw JSON one tab away.
import type { JsonSchema } from '@kiosk/catalog'
import { lazy, type ReactNode, Suspense } from 'react'
import { CopyButton } from '../../ui/code-block.tsx'
import { SkeletonLines } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { ScrollRegion } from '../scroll-region.tsx'
import { type AnswerKind, answerKind, besides } from './answer-kind.ts'
import { FileView, PdfView, PictureView } from './file-views.tsx'
import { JsonTree } from './json-tree.tsx'
import { RowsView } from './rows-view.tsx'
import { rawText } from './tree-text.ts'

/** Brings a parser with it: loaded when the first Markdown is shown. */
const MarkdownPair = lazy(() => import('./markdown-pair.tsx').then((module) => ({ default: module.MarkdownPair })))

export interface AnswerViewProps {
  readonly schema: JsonSchema
  readonly answer: unknown
  /** Of a file to keep, without an ending. */
  readonly name: string
}

export function AnswerView({ schema, answer, name }: AnswerViewProps) {
  const kind = answerKind(schema, answer)
  const first = firstTab(kind, name)
  const tabs = [
    ...(first
      ? [
          {
            id: kind.kind,
            label: first.label,
            content: (
              <Shown kind={kind} answer={answer}>
                {first.view}
              </Shown>
            ),
          },
        ]
      : []),
    { id: 'tree', label: 'All fields', content: <JsonTree value={answer} /> },
    { id: 'raw', label: 'Raw', content: <RawView answer={answer} /> },
  ]
  return <Tabs label="Views of the answer" tabs={tabs} />
}

function firstTab(kind: AnswerKind, name: string): { label: string; view: ReactNode } | null {
  switch (kind.kind) {
    case 'image':
      return { label: 'Picture', view: <PictureView base64={kind.base64} mediaType={kind.mediaType} name={name} /> }
    case 'pdf':
      return { label: 'PDF', view: <PdfView base64={kind.base64} mediaType={kind.mediaType} name={name} /> }
    case 'file':
      return { label: 'File', view: <FileView base64={kind.base64} mediaType={kind.mediaType} name={name} /> }
    case 'markdown':
      return {
        label: 'Rendered',
        view: (
          <Suspense fallback={<SkeletonLines lines={6} />}>
            <MarkdownPair text={kind.text} />
          </Suspense>
        ),
      }
    case 'table':
      return { label: `Table of ${kind.field}`, view: <RowsView field={kind.field} rows={kind.rows} /> }
    case 'tree':
      return null
  }
}

interface ShownProps {
  readonly kind: AnswerKind
  readonly answer: unknown
  readonly children: ReactNode
}

/** What the first tab is about, and the small facts that came with it. */
function Shown({ kind, answer, children }: ShownProps) {
  const rest = besides(kind, answer)
  const hasRest = typeof rest === 'object' && rest !== null && Object.keys(rest).length > 0
  return (
    <>
      {children}
      {hasRest && (
        <section className="mt-4 rounded-lg border border-line p-3" aria-label="Other fields">
          <JsonTree value={rest} />
        </section>
      )}
    </>
  )
}

function RawView({ answer }: { readonly answer: unknown }) {
  const { all, shown, hidden } = rawText(answer)
  return (
    <>
      <CopyButton text={all} label="Copy the answer" className="mb-3" />
      <ScrollRegion label="The answer as JSON" className="max-h-[32rem] rounded-lg border border-line bg-sunken p-3">
        <pre className="font-mono text-[12.5px] leading-5">
          {shown}
          {hidden > 0 && `\n… ${hidden.toLocaleString('en')} more characters; copying takes them all`}
        </pre>
      </ScrollRegion>
    </>
  )
}
