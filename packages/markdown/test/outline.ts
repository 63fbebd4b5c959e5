// What a text says, as lines that can be compared: of our blocks, and of Markdown as a CommonMark parser reads it.
import type { Nodes, PhrasingContent, Root, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import type { Block, Inline } from '../src/write/block.ts'

const PARSING = { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }

/** Reads Markdown as CommonMark with the extensions of GitHub. */
export function parseMarkdown(markdown: string): Root {
  return fromMarkdown(markdown, PARSING)
}

/** One line a leaf: the path of containers, kind, text with links and code marked. */
export function outlineOfMarkdown(markdown: string): string[] {
  return parseMarkdown(markdown).children.flatMap((node, index) => outlineOfNode(node, `${index}`))
}

function outlineOfNode(node: RootContent, path: string): string[] {
  switch (node.type) {
    case 'paragraph':
      return [`${path} paragraph ${textOfNodes(node.children)}`]
    case 'heading':
      return [`${path} heading${node.depth} ${textOfNodes(node.children)}`]
    case 'code':
      return [`${path} code ${node.lang ?? ''} ${JSON.stringify(node.value)}`]
    case 'blockquote':
      return node.children.flatMap((child, index) => outlineOfNode(child, `${path}>${index}`))
    case 'list':
      return node.children.flatMap((item, at) =>
        item.children.flatMap((child, index) =>
          outlineOfNode(
            child,
            `${path}${node.ordered ? `#${(node.start ?? 1) + at}` : `-${at}`}${box(item.checked)}.${index}`,
          ),
        ),
      )
    case 'table':
      return node.children.map(
        (row) => `${path} row ${row.children.map((cell) => textOfNodes(cell.children)).join(' | ')}`,
      )
    case 'thematicBreak':
      return [`${path} rule`]
    default:
      return [`${path} ${node.type}`]
  }
}

function textOfNodes(nodes: readonly PhrasingContent[]): string {
  return nodes.map(textOfNode).join('').replace(/\s+/g, ' ').replaceAll(' ⏎', '⏎').replaceAll('» «', '»«').trim()
}

function textOfNode(node: Nodes): string {
  switch (node.type) {
    case 'text':
      return node.value
    case 'inlineCode':
      return `«${node.value}»`
    case 'break':
      return '⏎'
    case 'html':
      return node.value === '<br>' ? '⏎' : `HTML(${node.value})`
    case 'image':
      return `image(${node.url} ${node.alt ?? ''})`
    case 'link': {
      return textOfLink(node.url, textOfNodes(node.children))
    }
    default:
      return 'children' in node ? node.children.map(textOfNode).join('') : `?${node.type}`
  }
}

/** GFM links bare addresses by itself, so a link that only repeats its address is text. */
function textOfLink(href: string, text: string): string {
  return ['', 'http://', 'mailto:'].some((scheme) => scheme + text === href)
    ? text
    : `link(${href} ${text.replaceAll('⏎', ' ')})`
}

function box(checked: boolean | null | undefined): string {
  return checked === null || checked === undefined ? '' : checked ? 'x' : 'o'
}

/** The same of blocks. */
export function outlineOfBlocks(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block, index) => outlineOfBlock(block, `${index}`))
}

function outlineOfBlock(block: Block, path: string): string[] {
  switch (block.kind) {
    case 'paragraph':
      return [`${path} paragraph ${textOf(block.content)}`]
    case 'heading':
      return [`${path} heading${block.level} ${textOf(block.content).replaceAll('⏎', ' ').replaceAll('» «', '»«')}`]
    case 'code':
      return [`${path} code ${block.language} ${JSON.stringify(block.text)}`]
    case 'quote':
      return block.blocks.flatMap((child, index) => outlineOfBlock(child, `${path}>${index}`))
    case 'list':
      return block.items.flatMap((item, at) =>
        item.blocks.flatMap((child, index) =>
          outlineOfBlock(
            child,
            `${path}${block.start === null ? `-${at}` : `#${block.start + at}`}${box(item.task)}.${index}`,
          ),
        ),
      )
    case 'table':
      return block.rows.map((row, at) => {
        const width = at === 0 ? block.alignments.length : row.length
        const cells = Array.from({ length: width }, (_, column) => textOf(row[column] ?? []))
        // GFM has no way to write a backslash before a bar as code in a table.
        return `${path} row ${cells.join(' | ').replace(/«([^»]*\\\|[^»]*)»/g, '$1')}`
      })
    default:
      return [`${path} rule`]
  }
}

function textOf(content: readonly Inline[]): string {
  return content.map(textOfPiece).join('').replace(/\s+/g, ' ').replaceAll(' ⏎', '⏎').replaceAll('» «', '»«').trim()
}

function textOfPiece(piece: Inline): string {
  switch (piece.kind) {
    case 'text':
      return piece.text
    case 'code':
      return `«${piece.text}»`
    case 'math':
      return `$${piece.text}$`
    case 'break':
      return '⏎'
    case 'image':
      return `image(${piece.src} ${piece.alt})`
    case 'link': {
      return textOfLink(piece.href, textOf(piece.children))
    }
    default:
      return piece.children.map(textOfPiece).join('')
  }
}
