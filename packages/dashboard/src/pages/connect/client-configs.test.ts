import { describe, expect, it } from 'vitest'
import { hostedConfigs, KEY_PLACE, localConfigs } from './client-configs.ts'

const local = localConfigs('http://127.0.0.1:8080')
const hosted = hostedConfigs('https://kiosk.example.test')
const isJson = ({ place }: { place: string }) => place.endsWith('.json')

it('serves the same clients both ways', () => {
  expect(hosted.map(({ id }) => id)).toEqual(local.map(({ id }) => id))
  expect(new Set(local.map(({ id }) => id)).size).toBe(5)
})

describe('the local server', () => {
  it.each(local)('$title is told the address and a place for the key', ({ code }) => {
    expect(code).toContain('http://127.0.0.1:8080')
    expect(code).toContain(KEY_PLACE)
    expect(code).toContain('kiosk')
  })

  it.each(local.filter(isJson))('$title starts the command', ({ code }) => {
    const [servers] = Object.values<Record<string, unknown>>(JSON.parse(code))
    expect(servers?.kiosk).toMatchObject({ command: 'npx', args: ['kiosk', 'mcp'] })
  })
})

it.each(hosted)('the hosted endpoint needs no key: $title', ({ code }) => {
  expect(code).toContain('https://kiosk.example.test/mcp')
  expect(code).not.toContain(KEY_PLACE)
})
