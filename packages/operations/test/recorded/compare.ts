// Compares an output with what a recording expects of it.

/** The suffixes of expected keys, and what they ask of the member that the key names without them. */
const SUFFIXES: readonly (readonly [suffix: string, rule: (expected: unknown, actual: unknown) => boolean])[] = [
  ['StartsWith', (expected, actual) => typeof actual === 'string' && actual.startsWith(String(expected))],
  ['OneOf', (expected, actual) => listOf(expected).some((one) => differences(one, actual).length === 0)],
  ['Length', (expected, actual) => (typeof actual === 'string' || Array.isArray(actual)) && actual.length === expected],
  ['Contains', containsAll],
  ['Contain', containsAll],
]

/** What differs, as lines that begin with the path; empty when all is as expected. Members that are not expected are not
 * judged; times are equal as instants; numbers with a fraction are equal to 6 significant digits. */
export function differences(expected: unknown, actual: unknown, path = 'output'): string[] {
  if (Array.isArray(expected)) {
    if (!Array.isArray(actual)) return [unlike(path, expected, actual)]
    if (actual.length !== expected.length) return [`${path}: expected ${expected.length} items, got ${actual.length}`]
    return expected.flatMap((item, index) => differences(item, actual[index], `${path}.${index}`))
  }
  if (expected === null || typeof expected !== 'object') {
    return isSame(expected, actual) ? [] : [unlike(path, expected, actual)]
  }
  if (actual === null || typeof actual !== 'object') return [unlike(path, expected, actual)]
  return Object.entries(expected).flatMap(([key, value]) => member(key, value, new Map(Object.entries(actual)), path))
}

function member(key: string, expected: unknown, actual: ReadonlyMap<string, unknown>, path: string): string[] {
  const [suffix, rule] = SUFFIXES.find(([one]) => !actual.has(key) && key.endsWith(one)) ?? []
  if (suffix === undefined || rule === undefined) return differences(expected, actual.get(key), `${path}.${key}`)
  const value = actual.get(key.slice(0, -suffix.length))
  return rule(expected, value) ? [] : [unlike(`${path}.${key}`, expected, value)]
}

function containsAll(expected: unknown, actual: unknown): boolean {
  return listOf(expected).every((one) => {
    if (typeof actual === 'string') return actual.includes(String(one))
    return Array.isArray(actual) && actual.some((item) => differences(one, item).length === 0)
  })
}

function isSame(expected: unknown, actual: unknown): boolean {
  if (expected === actual) return true
  if (typeof expected === 'number' && typeof actual === 'number') {
    const isCount = Number.isInteger(expected) && Number.isInteger(actual)
    return !isCount && Math.abs(expected - actual) <= 5e-6 * Math.max(Math.abs(expected), Math.abs(actual))
  }
  return isTime(expected) && isTime(actual) && Date.parse(expected) === Date.parse(actual)
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(value) && !Number.isNaN(Date.parse(value))
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}

function unlike(path: string, expected: unknown, actual: unknown): string {
  return `${path}: expected ${JSON.stringify(expected)}, got ${JSON.stringify(actual)}`
}
