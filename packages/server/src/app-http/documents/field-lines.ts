// The fields of a JSON Schema as lines for readers of plain text.
import { choiceSentence, fieldRows, type JsonSchema } from '@kiosk/catalog'

/** Markdown list, nested fields under dotted paths; empty for an object without named fields. */
export function fieldLines(schema: JsonSchema, side: 'input' | 'output'): string[] {
  const lines = fieldRows(schema, side).map(
    ({ path, type, rules, description }) =>
      `- \`${path}\` (${[type, ...rules].join(', ')})${description === '' ? '' : `: ${description}`}`,
  )
  const choice = side === 'input' ? choiceSentence(schema) : ''
  return choice === '' ? lines : [...lines, '', choice]
}
