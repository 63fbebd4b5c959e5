import { describe, expect, it } from 'vitest'
import { createPublicLookup, systemLookup } from '../src/destination/resolve.ts'
import { startServer } from './support/local-server.ts'
import { failureOf, httpOf, makeEgress } from './support/make-egress.ts'
import { startNameServer } from './support/name-server.ts'

describe('answers of the name service', () => {
  it.each([
    ['private', ['10.0.0.1']],
    ['loopback', ['127.0.0.1']],
    ['IPv6 loopback', ['::1']],
    ['mapped', ['::ffff:127.0.0.1']],
    ['metadata', ['169.254.169.254']],
    ['public and private', ['93.184.215.14', '192.168.0.1']],
    ['private and public', ['192.168.0.1', '93.184.215.14']],
    ['public and private IPv6', ['93.184.215.14', 'fd00::1']],
    ['scoped', ['fe80::1%lo']],
    ['no address at all', ['not-an-address']],
  ])('are refused when %s, and nothing is dialled', async (_, addresses) => {
    await using canary = await startServer((_request, response) => response.end())
    await using egress = makeEgress({ names: { 'site.example.test': addresses } })
    const error = await failureOf(httpOf(egress).send({ url: `http://site.example.test:${canary.port}/` }))
    expect(error.code).toBe('DESTINATION_REFUSED')
    for (const address of addresses) expect(error.message).not.toContain(address)
    expect(canary.connections()).toBe(0)
  })

  it('are asked for once per connection, so a second answer cannot slip in', async () => {
    await using server = await startServer((_, response) => response.end('ok'))
    // First an allowed address, from then on one that is not: a client that asks again would dial it.
    let turn = 0
    const lookup = async () => {
      turn += 1
      return [turn === 1 ? '127.0.0.1' : '127.0.0.2']
    }
    await using egress = makeEgress({ allow: [`127.0.0.1:${server.port}`], lookup })
    const http = httpOf(egress)
    const url = `http://rebind.example.test:${server.port}/`
    expect((await http.send({ url })).text()).toBe('ok')
    expect(egress.asked).toEqual(['rebind.example.test'])
    await egress.close()
    expect((await failureOf(http.send({ url }))).code).toBe('DESTINATION_REFUSED')
    expect(egress.asked.length).toBe(2)
    expect(server.connections()).toBe(1)
  })

  it('are not asked for at all for literals and local names', async () => {
    await using egress = makeEgress({ names: { localhost: ['93.184.215.14'] } })
    for (const url of ['http://127.0.0.1/', 'http://localhost/', 'http://x.internal/', 'http://intranet/']) {
      expect((await failureOf(httpOf(egress).send({ url }))).code).toBe('DESTINATION_REFUSED')
    }
    expect(egress.asked).toEqual([])
  })
})

describe('allowed pairs', () => {
  it('open exactly one port of one host', async () => {
    await using open = await startServer((_, response) => response.end('open'))
    await using closed = await startServer((_, response) => response.end('closed'))
    await using egress = makeEgress({ allow: [`127.0.0.1:${open.port}`] })
    const http = httpOf(egress)
    expect((await http.send({ url: open.origin })).text()).toBe('open')
    expect((await failureOf(http.send({ url: closed.origin }))).code).toBe('DESTINATION_REFUSED')
    expect((await failureOf(http.send({ url: `http://127.0.0.2:${open.port}/` }))).code).toBe('DESTINATION_REFUSED')
    expect(closed.connections()).toBe(0)
  })

  it('match the name as written, or the address dialled', async () => {
    await using server = await startServer((_, response) => response.end('ok'))
    const { port } = server
    const names = {
      localhost: ['127.0.0.1', '::1'],
      wiki: ['127.0.0.1'],
      'site.example.test': ['127.0.0.1', '93.184.215.14'],
    }
    await using byName = makeEgress({ allow: [`wiki:${port}`], names })
    expect((await httpOf(byName).send({ url: `http://wiki:${port}/` })).text()).toBe('ok')
    expect((await failureOf(httpOf(byName).send({ url: `http://127.0.0.1:${port}/` }))).code).toBe(
      'DESTINATION_REFUSED',
    )
    await using byAddress = makeEgress({ allow: [`127.0.0.1:${port}`], names })
    for (const host of ['localhost', 'wiki', 'site.example.test', '0x7f.1', '[::ffff:127.0.0.1]']) {
      expect((await httpOf(byAddress).send({ url: `http://${host}:${port}/` })).text()).toBe('ok')
    }
  })

  it('do not open local names that resolve to something else', async () => {
    await using egress = makeEgress({
      allow: ['10.0.0.5:8080'],
      names: { intranet: ['93.184.215.14'], 'a.local': ['10.0.0.6'] },
    })
    for (const host of ['intranet', 'a.local']) {
      expect((await failureOf(httpOf(egress).send({ url: `http://${host}:8080/` }))).code).toBe('DESTINATION_REFUSED')
    }
  })
})

describe('judge', () => {
  it('gives the judged addresses, IPv4 first', async () => {
    await using egress = makeEgress({ names: { 'mail.example.test': ['2606:4700::1111', '93.184.215.14'] } })
    expect(await egress.judge('MAIL.example.test', 993)).toEqual({
      host: 'mail.example.test',
      port: 993,
      addresses: ['93.184.215.14', '2606:4700::1111'],
    })
  })

  it('refuses like everything else', async () => {
    await using egress = makeEgress({ names: { 'mail.example.test': ['10.0.0.1'] }, allow: ['127.0.0.1:3143'] })
    expect((await failureOf(egress.judge('mail.example.test', 993))).code).toBe('DESTINATION_REFUSED')
    expect((await failureOf(egress.judge('::1', 993))).code).toBe('DESTINATION_REFUSED')
    expect((await failureOf(egress.judge('a b', 993))).code).toBe('DESTINATION_REFUSED')
    expect((await failureOf(egress.judge('none.example.test', 993))).code).toBe('UPSTREAM_UNREACHABLE')
    expect((await egress.judge('127.0.0.1', 3143)).addresses).toEqual(['127.0.0.1'])
  })
})

describe('the look-up of the names of callers', () => {
  it('asks the name servers for both kinds of address', async () => {
    await using names = await startNameServer({
      'both.example.test': { A: [93, 184, 215, 14], AAAA: [0x26, 6, 0x47, 0, ...Array(11).fill(0), 1] },
      'six.example.test': { AAAA: [...Array(15).fill(0), 1] },
    })
    const lookup = createPublicLookup([names.server])
    expect(await lookup('both.example.test')).toEqual(['93.184.215.14', '2606:4700::1'])
    expect(await lookup('six.example.test')).toEqual(['::1'])
    expect(await lookup('none.example.test')).toEqual([])
    expect(names.questions).toContain('A both.example.test')
  })

  it('does not wait long for IPv6 when it has IPv4', async () => {
    await using names = await startNameServer({ 'half.example.test': { A: [93, 184, 215, 14], AAAA: 'silent' } })
    const started = performance.now()
    expect(await createPublicLookup([names.server])('half.example.test')).toEqual(['93.184.215.14'])
    expect(performance.now() - started).toBeLessThan(1400)
  })

  it('sees the refusal of a name that leads inside', async () => {
    await using names = await startNameServer({ 'inside.example.test': { A: [10, 0, 0, 1] } })
    await using egress = makeEgress({ lookup: createPublicLookup([names.server]) })
    expect((await failureOf(egress.judge('inside.example.test', 443))).code).toBe('DESTINATION_REFUSED')
    expect((await failureOf(egress.judge('none.example.test', 443))).code).toBe('UPSTREAM_UNREACHABLE')
  })

  it('knows the hosts file, as the look-up for the operator does', async () => {
    expect(await createPublicLookup(['127.0.0.1:1'])('LOCALHOST')).toContain('127.0.0.1')
    expect((await systemLookup('localhost')).length).toBeGreaterThan(0)
  })
})
