import { describe, expect, test } from 'vitest'
import { type Exchange, matchExchange, renderExchange, renderTemplates, renderText } from './exchange.ts'

const now = new Date('2026-03-14T09:30:00.000Z')

function exchange(request: Partial<Exchange['request']> & { url: string }, body = ''): Exchange {
  return { request: { method: 'GET', headers: {}, ...request }, response: { status: 200, headers: {}, body } }
}

function sent(url: string, rest: Partial<Parameters<typeof matchExchange>[1]> = {}) {
  return { method: 'GET', url, headers: {}, body: '', ...rest }
}

describe('templates', () => {
  test.each([
    ['{{time}}', '2026-03-14T09:30:00.000Z'],
    ['{{time 0}}', '2026-03-14T09:30:00.000Z'],
    ['{{time -2h}}', '2026-03-14T07:30:00.000Z'],
    ['{{date -1d}}', '2026-03-13'],
    ['{{date -2w}}', '2026-02-28'],
    ['{{epoch -5m}}', '1773480300'],
    ['{{epochMs +1s}}', '1773480601000'],
    ['{{httpDate +30s}}', 'Sat, 14 Mar 2026 09:30:30 GMT'],
    ['from {{date}} to {{date +1d}}', 'from 2026-03-14 to 2026-03-15'],
  ])('%s is %s', (text, rendered) => {
    expect(renderText(text, now)).toBe(rendered)
  })

  test('leave braces of the upstream alone', () => {
    expect(renderText('{{cite web}} {{ user }} {{timeline}}', now)).toBe('{{cite web}} {{ user }} {{timeline}}')
  })

  test.each(['{{time -2 hours}}', '{{date 1}}', '{{epoch soon}}', '{{time -2y}}'])('refuse %s', (text) => {
    expect(() => renderText(text, now)).toThrow(/expected an offset/)
  })

  test('make a number of a JSON text that is only an epoch, and a text of the others', () => {
    expect(
      renderTemplates({ at: '{{epoch}}', ms: ['{{epochMs}}'], text: 'at {{epoch}}', day: '{{date}}' }, now),
    ).toEqual({
      at: 1773480600,
      ms: [1773480600000],
      text: 'at 1773480600',
      day: '2026-03-14',
    })
  })

  test('fill addresses, bodies and headers; headers stay texts', () => {
    const rendered = renderExchange(
      {
        request: {
          method: 'POST',
          url: 'https://a.test/?from={{date -10d}}',
          headers: {},
          body: { since: '{{epoch}}' },
        },
        response: {
          status: 200,
          headers: { reset: '{{epoch +1m}}', 'set-cookie': ['a={{date}}', 'b'] },
          body: '{"at":"{{epoch}}"}',
        },
      },
      now,
    )
    expect(rendered).toEqual({
      request: {
        method: 'POST',
        url: 'https://a.test/?from=2026-03-04',
        urlKey: 'https://a.test/?from=2026-03-04',
        headers: {},
        body: { since: 1773480600 },
      },
      response: {
        status: 200,
        headers: { reset: '1773480660', 'set-cookie': ['a=2026-03-14', 'b'] },
        body: '{"at":1773480600}',
      },
    })
  })

  test('do not touch bytes', () => {
    const body = new TextEncoder().encode('{{time}}')
    const one = { ...exchange({ url: 'https://a.test/' }), response: { status: 200, headers: {}, body } }
    expect(renderExchange(one, now).response.body).toBe(body)
  })
})

describe('matching', () => {
  test.each([
    ['another order of the query', 'https://a.test/x?b=2&a=1', 'https://a.test/x?a=1&b=2', true],
    ['a blank as + or %20', 'https://a.test/?q=a+b', 'https://a.test/?q=a%20b', true],
    ['an escaped and a plain comma in the path', 'https://a.test/a%2Cb', 'https://a.test/a,b', true],
    ['letters outside ASCII, escaped or not', 'https://a.test/S%C3%A3o', 'https://a.test/São', true],
    ['a fragment', 'https://a.test/x#top', 'https://a.test/x', true],
    ['the default port', 'https://a.test:443/x', 'https://a.test/x', true],
    ['an escaped slash', 'https://a.test/a%2Fb', 'https://a.test/a/b', false],
    ['one more parameter', 'https://a.test/x?a=1&b=2', 'https://a.test/x?a=1', false],
    ['a repeated parameter', 'https://a.test/x?a=1&a=1', 'https://a.test/x?a=1', false],
    ['another value', 'https://a.test/x?a=1', 'https://a.test/x?a=2', false],
    ['another scheme', 'https://a.test/x', 'http://a.test/x', false],
    ['another host', 'https://a.test/x', 'https://b.test/x', false],
    ['a malformed escape', 'https://a.test/%zz', 'https://a.test/%zz', true],
  ])('%s', (_, wanted, asked, matches) => {
    const one = exchange({ url: wanted })
    expect(matchExchange([one], sent(asked)) !== undefined).toBe(matches)
    expect(matchExchange([renderExchange(one, now)], sent(asked)) !== undefined).toBe(matches)
  })

  test('the method counts', () => {
    expect(
      matchExchange([exchange({ url: 'https://a.test/' })], sent('https://a.test/', { method: 'POST' })),
    ).toBeUndefined()
  })

  test('a body counts when it is named: texts exactly, JSON by structure', () => {
    const url = 'https://a.test/'
    const any = exchange({ method: 'POST', url })
    const form = exchange({ method: 'POST', url, body: 'a=1&b=2' })
    const json = exchange({ method: 'POST', url, body: { a: 1, b: [1, 2] } })
    const post = (body: string) => sent(url, { method: 'POST', body })
    expect(matchExchange([json, form], post('a=1&b=2'))).toBe(form)
    expect(matchExchange([form, json], post('{"b":[1,2],"a":1}'))).toBe(json)
    expect(matchExchange([form, json], post('{"b":[2,1],"a":1}'))).toBeUndefined()
    expect(matchExchange([json, form, any], post('anything'))).toBe(any)
  })

  test('headers count when they are named', () => {
    const wanted = exchange({ url: 'https://a.test/', headers: { accept: 'application/json' } })
    expect(matchExchange([wanted], sent('https://a.test/'))).toBeUndefined()
    expect(matchExchange([wanted], sent('https://a.test/', { headers: { accept: 'application/json', x: '1' } }))).toBe(
      wanted,
    )
  })

  test('an answer through a proxy is for requests through that proxy alone', () => {
    const url = 'https://a.test/'
    const [direct, proxied] = [exchange({ url }), exchange({ url, via: 'datacenter' })]
    expect(matchExchange([proxied, direct], sent(url))).toBe(direct)
    expect(matchExchange([direct, proxied], sent(url, { via: 'datacenter' }))).toBe(proxied)
    expect(matchExchange([direct, proxied], sent(url, { via: 'residential' }))).toBeUndefined()
  })

  test('equal requests are answered in order, and the last answer stays', () => {
    const [first, second] = [
      exchange({ url: 'https://a.test/' }, 'first'),
      exchange({ url: 'https://a.test/' }, 'second'),
    ]
    const served = new Set<Exchange>()
    const answers = Array.from({ length: 3 }, () => {
      const answer = matchExchange([first, second], sent('https://a.test/'), served)
      if (answer) served.add(answer)
      return answer?.response.body
    })
    expect(answers).toEqual(['first', 'second', 'second'])
  })
})
