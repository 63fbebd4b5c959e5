import { expect, it } from 'vitest'
import { draftOfBody, draftOfText } from './body-draft.ts'

const before = { a: 1 }

it('writes the body of the form as text', () => {
  expect(draftOfBody(before)).toEqual({ body: before, text: '{\n  "a": 1\n}', unreadable: null })
})

it('reads the text as a body and keeps it as it was typed', () => {
  expect(draftOfText('{"b":2}', before)).toEqual({ body: { b: 2 }, text: '{"b":2}', unreadable: null })
  expect(draftOfText(' \n', before)).toEqual({ body: {}, text: ' \n', unreadable: null })
})

it('keeps the last body while the text is none', () => {
  const broken = draftOfText('{\n  "b": 2,\n}', before)
  expect(broken).toMatchObject({ body: before, text: '{\n  "b": 2,\n}' })
  expect(broken.unreadable).toBe('This is not valid JSON (line 3, column 1).')
  expect(draftOfText('[1]', before)).toMatchObject({
    body: before,
    unreadable: 'The body must be a JSON object, in { and }.',
  })
})

it('does not quote the text, which may be a credential', () => {
  expect(draftOfText('{"token": planted}', before).unreadable).not.toContain('planted')
})
