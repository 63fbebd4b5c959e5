import { expect, it } from 'vitest'
import { formOf } from './form-field.ts'
import { holdsSecret, withoutSecrets } from './form-secrets.ts'

const secret = { type: 'string', 'x-secret': true }
const form = formOf({
  type: 'object',
  properties: {
    query: { type: 'string' },
    token: secret,
    mailbox: { type: 'object', properties: { host: { type: 'string' }, password: secret } },
    cookies: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' }, value: secret } } },
  },
})
const body = {
  query: 'lamp',
  token: 'planted-1',
  mailbox: { host: 'mail.example.test', password: 'planted-2' },
  cookies: [{ name: 'sid', value: 'planted-3' }],
}

it('puts a placeholder in place of every credential, at any depth', () => {
  expect(withoutSecrets(form, body)).toEqual({
    query: 'lamp',
    token: '<token>',
    mailbox: { host: 'mail.example.test', password: '<password>' },
    cookies: [{ name: 'sid', value: '<value>' }],
  })
})

it('leaves what is no credential as it was', () => {
  expect(withoutSecrets(form, { query: 'lamp', other: [1] })).toEqual({ query: 'lamp', other: [1] })
})

it('knows whether a body holds one', () => {
  expect(holdsSecret(form, body)).toBe(true)
  expect(holdsSecret(form, { cookies: [{ name: 'sid', value: 'x' }] })).toBe(true)
  expect(holdsSecret(form, { query: 'lamp', mailbox: { host: 'a' } })).toBe(false)
})
