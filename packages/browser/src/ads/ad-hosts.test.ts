import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { adsBeside, isAdHost } from './ad-hosts.ts'

describe('the list of ad hosts', () => {
  it.each(['doubleclick.net', 'ads.g.doubleclick.net', 'google-analytics.com', 'static.criteo.net'])(
    'knows %s',
    (host) => {
      expect(isAdHost(host)).toBe(true)
    },
  )

  it.each(['example.test', 'net', '', 'notdoubleclick.net', 'doubleclick.net.example.test', 'google.com'])(
    'does not know %s',
    (host) => {
      expect(isAdHost(host)).toBe(false)
    },
  )

  it('is in order, names each domain once, and none below another', () => {
    const text = readFileSync(join(import.meta.dirname, 'ad-hosts.ts'), 'utf8')
    const domains = (/`\n([^`]+)`/.exec(text)?.[1] ?? '').trim().split(/\s+/)
    expect(domains.length).toBeGreaterThan(300)
    expect(domains).toEqual([...new Set(domains)].sort())
    const parentOf = (domain: string) => domain.slice(domain.indexOf('.') + 1)
    expect(domains.filter((domain) => isAdHost(parentOf(domain)))).toEqual([])
    expect(domains.filter((domain) => !/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/.test(domain))).toEqual([])
  })

  it('does not keep the page itself away', () => {
    const blocks = adsBeside('https://ads.example.test/')
    expect([blocks('doubleclick.net'), blocks('ads.example.test')]).toEqual([true, false])
    expect(adsBeside('https://doubleclick.net/')('doubleclick.net')).toBe(false)
    expect(adsBeside('not an address')('doubleclick.net')).toBe(true)
  })
})
