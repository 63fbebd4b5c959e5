// Rendered Markdown of an answer: React elements from the tree, never HTML text. Nothing of it is loaded from outside.
import { Fragment, type ReactNode, useMemo } from 'react'
import { ScrollRegion } from '../scroll-region.tsx'
import { type MarkdownNode, type Reading, readMarkdown, safeAddress } from './markdown-tree.ts'

export function MarkdownView({ text }: { readonly text: string }) {
  const reading = useMemo(() => readMarkdown(text), [text])
  return (
    <div className="markdown space-y-3 text-sm leading-relaxed break-words">
      {allOf(reading.tree.children, reading)}
    </div>
  )
}

function inPlace(parts: readonly ReactNode[]): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the text is never edited, so no node ever moves
  return parts.map((part, place) => <Fragment key={place}>{part}</Fragment>)
}

function allOf(nodes: readonly MarkdownNode[], reading: Reading): ReactNode {
  return inPlace(nodes.map((node) => elementOf(node, reading)))
}

function elementOf(node: MarkdownNode, reading: Reading): ReactNode {
  switch (node.type) {
    case 'paragraph':
      return <p>{allOf(node.children, reading)}</p>
    case 'heading':
      return headingOf(node, reading)
    case 'blockquote':
      return (
        <blockquote className="border-l-2 border-line-strong pl-3 text-muted">
          {allOf(node.children, reading)}
        </blockquote>
      )
    case 'list':
      return listOf(node, reading)
    case 'code':
      return <Preformatted text={node.value} />
    case 'html':
      // Raw HTML is shown as the text it is.
      return <code className="whitespace-pre-wrap">{node.value}</code>
    case 'thematicBreak':
      return <hr className="border-line" />
    case 'table':
      return tableOf(node, reading)
    case 'footnoteDefinition':
      return (
        <div className="flex gap-2 text-muted">
          <span>[{node.label ?? node.identifier}]</span>
          <div>{allOf(node.children, reading)}</div>
        </div>
      )
    default:
      return inlineOf(node, reading)
  }
}

function inlineOf(node: MarkdownNode, reading: Reading): ReactNode {
  switch (node.type) {
    case 'text':
      return node.value
    case 'emphasis':
      return <em>{allOf(node.children, reading)}</em>
    case 'strong':
      return <strong>{allOf(node.children, reading)}</strong>
    case 'delete':
      return <del>{allOf(node.children, reading)}</del>
    case 'inlineCode':
      return <code className="rounded bg-sunken px-1 font-mono text-[0.9em]">{node.value}</code>
    case 'break':
      return <br />
    case 'link':
      return <SafeLink address={node.url}>{allOf(node.children, reading)}</SafeLink>
    case 'linkReference':
      return <SafeLink address={reading.addresses.get(node.identifier)}>{allOf(node.children, reading)}</SafeLink>
    case 'image':
      return <SafeLink address={node.url}>{pictureText(node.alt)}</SafeLink>
    case 'imageReference':
      return <SafeLink address={reading.addresses.get(node.identifier)}>{pictureText(node.alt)}</SafeLink>
    case 'footnoteReference':
      return <sup>[{node.label ?? node.identifier}]</sup>
    default:
      return null
  }
}

function pictureText(alt: string | null | undefined): string {
  return `[Picture${alt ? `: ${alt}` : ''}]`
}

/** A link that may not be followed keeps its text. */
function SafeLink({ address, children }: { readonly address: string | undefined; readonly children: ReactNode }) {
  const href = safeAddress(address)
  if (href === null) return <span>{children}</span>
  return (
    <a href={href} target="_blank" rel="noreferrer nofollow" className="link">
      {children}
    </a>
  )
}

const HEADING_SIZES = { 3: 'text-lg', 4: 'text-base', 5: 'text-sm', 6: 'text-sm text-muted' } as const

function headingOf(node: MarkdownNode & { type: 'heading' }, reading: Reading): ReactNode {
  const level = reading.levels.get(node) ?? 3
  const Heading = `h${level}` as const
  return <Heading className={`pt-1 font-semibold ${HEADING_SIZES[level]}`}>{allOf(node.children, reading)}</Heading>
}

function listOf(node: MarkdownNode & { type: 'list' }, reading: Reading): ReactNode {
  const items = inPlace(node.children.map((item) => itemOf(item, reading)))
  if (!node.ordered) return <ul className="list-disc space-y-1 pl-6">{items}</ul>
  return (
    <ol start={node.start ?? 1} className="list-decimal space-y-1 pl-6">
      {items}
    </ol>
  )
}

function itemOf({ checked, children }: MarkdownNode & { type: 'listItem' }, reading: Reading): ReactNode {
  return (
    <li>
      {typeof checked === 'boolean' && (
        <input type="checkbox" checked={checked} readOnly disabled aria-label={checked ? 'done' : 'open'} />
      )}
      {allOf(children, reading)}
    </li>
  )
}

function tableOf(node: MarkdownNode & { type: 'table' }, reading: Reading): ReactNode {
  const [head, ...rows] = node.children
  return (
    <ScrollRegion>
      <table className="text-sm">
        <thead>{head && rowOf(head, 'th', reading)}</thead>
        <tbody>{inPlace(rows.map((row) => rowOf(row, 'td', reading)))}</tbody>
      </table>
    </ScrollRegion>
  )
}

function rowOf({ children }: MarkdownNode & { type: 'tableRow' }, Cell: 'th' | 'td', reading: Reading): ReactNode {
  const cellOf = (cell: (typeof children)[number]) => (
    <Cell className="border border-line px-2 py-1 text-left align-top">{allOf(cell.children, reading)}</Cell>
  )
  return <tr>{inPlace(children.map(cellOf))}</tr>
}

function Preformatted({ text }: { readonly text: string }) {
  return (
    <ScrollRegion className="rounded-md bg-sunken p-3">
      <pre className="font-mono text-xs">{text}</pre>
    </ScrollRegion>
  )
}
