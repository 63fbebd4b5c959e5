import { expect, test } from 'vitest'
import type { Block } from '../write/block.ts'
import { headed } from './title-heading.ts'

const text = (words: string) => [{ kind: 'text', text: words } as const]
const heading = (level: number, words: string): Block => ({ kind: 'heading', level, content: text(words) })
const paragraph: Block = { kind: 'paragraph', content: text('Words.') }

test.each<[string, readonly Block[], string, readonly Block[]]>([
  ['a title before text', [paragraph], 'Kites', [heading(1, 'Kites'), paragraph]],
  ['a title alone', [], 'Kites', [heading(1, 'Kites')]],
  ['no title', [paragraph], '', [paragraph]],
  [
    'a heading of its own, of any level',
    [heading(3, 'Bridles'), paragraph],
    'Kites',
    [heading(3, 'Bridles'), paragraph],
  ],
  ['the title further down', [paragraph, heading(1, 'KITES!')], 'Kites', [heading(1, 'Kites'), paragraph]],
  ['the title twice', [heading(1, 'Kites'), paragraph, heading(1, 'Kites')], 'Kites', [heading(1, 'Kites'), paragraph]],
  [
    'another heading further down',
    [paragraph, heading(1, 'More')],
    'Kites',
    [heading(1, 'Kites'), paragraph, heading(1, 'More')],
  ],
  [
    'a section named like the page',
    [paragraph, heading(2, 'Kites')],
    'Kites',
    [heading(1, 'Kites'), paragraph, heading(2, 'Kites')],
  ],
])('%s', (_, blocks, title, expected) => {
  expect(headed(blocks, title)).toEqual(expected)
})
