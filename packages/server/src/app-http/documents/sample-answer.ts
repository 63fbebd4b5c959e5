// The answer of an example as it is shown: what is long says how it begins.

const LONG_LIST = 3
const LONG_TEXT = 400
const SHOWN_TEXT = 120

/** JSON. @param indent spaces a level; 0: on one line */
export function sampleAnswer(output: unknown, indent = 0): string {
  return JSON.stringify(output, shortened, indent)
}

function shortened(_key: string, value: unknown): unknown {
  if (typeof value === 'string' && value.length > LONG_TEXT) {
    return `${value.slice(0, SHOWN_TEXT)}… ${value.length - SHOWN_TEXT} more characters`
  }
  return Array.isArray(value) && value.length > LONG_LIST
    ? [...value.slice(0, LONG_LIST), `… ${value.length - LONG_LIST} more`]
    : value
}
