// House rules on files that no linter knows, as functions over names and texts.
import { basename } from 'node:path'

const MOST_LINES = 400

/** Names that say nothing of what a file holds. */
const EMPTY_NAMES = new Set(['utils', 'util', 'helpers', 'helper', 'common', 'misc', 'manager', 'types', 'constants'])

/** Tools find these by their default export alone. */
const LOADED_BY_DEFAULT = new Set(['script/test-summary.ts'])

/** What is wrong with one source file; empty when nothing is. */
export function houseFaults(path: string, text: string): string[] {
  const name = basename(path)
  const stem = name.replace(/(?:\.(?:test|test-d|generated|bench|d))*\.[a-z]+$/, '')
  const lines = text.split('\n').length - 1
  return [
    ...unless(/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(stem), 'the name is not kebab-case'),
    ...unless(!EMPTY_NAMES.has(stem), `the name ${stem} says nothing of what is inside`),
    ...unless(lines <= MOST_LINES || name.includes('.generated.'), `${lines} lines; at most ${MOST_LINES}`),
    ...unless(!/^export default\b/m.test(text) || LOADED_BY_DEFAULT.has(path), 'has a default export'),
    ...unless(name !== 'index.ts' || path.endsWith('/src/index.ts'), 'is a barrel besides src/index.ts'),
    // What is skipped must print its reason; the reporter of script/test sees to that when tests run.
    ...unless(!/\b(?:it|test|describe)\.(?:only|todo)\b/.test(text), 'singles out a test, or leaves one unwritten'),
    ...unless(!/\bretry:\s*[1-9]/.test(text) || !path.includes('.test.'), 'hides a fault behind retries'),
  ].map((fault) => `${path}: ${fault}`)
}

function unless(holds: boolean, fault: string): string[] {
  return holds ? [] : [fault]
}
