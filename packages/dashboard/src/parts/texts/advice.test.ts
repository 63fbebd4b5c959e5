import { errorCodes } from '@kiosk/catalog'
import { expect, it } from 'vitest'
import { adviceOf } from './advice.ts'

it('has its own sentence for every code', () => {
  const sentences = errorCodes.map(adviceOf)
  expect(new Set(sentences).size).toBe(errorCodes.length)
  expect(sentences).not.toContain(adviceOf('LATER_CODE'))
})

it('is not fooled by names that every object has', () => {
  expect(adviceOf('constructor')).toBe(adviceOf('LATER_CODE'))
})
