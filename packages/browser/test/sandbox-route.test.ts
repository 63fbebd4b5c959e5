// Under the sandbox https leads to stand-ins as plain http, and pages do not see it.

import { createAllowList, createEgress } from '@kiosk/egress'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { needBrowser } from './support/executable.ts'
import { readPng } from './support/png.ts'
import { redirect, type Site, startSite } from './support/site.ts'
import { openStudio, refusalOf, type Studio } from './support/studio.ts'

describe('in the sandbox a render', () => {
  needBrowser()
  let standIn: Site
  let egress: ReturnType<typeof createEgress>
  let studio: Studio
  beforeAll(async () => {
    standIn = await startSite()
    egress = createEgress({
      allow: createAllowList(''),
      overrides: () => null,
      userAgent: 'browser-tests',
      route: () => ({ host: '127.0.0.1', port: standIn.port }),
    })
    studio = await openStudio({ sandboxRoute: true, openFilter: (options) => egress.openFilter(options) })
    standIn.set({
      '/green.css': (_request, response) =>
        response.writeHead(200, { 'content-type': 'text/css' }).end('body { background: #0f0 }'),
      '/page': '<link rel=stylesheet href="https://cdn.example.test/green.css"><p>words</p>',
      '/old': redirect('https://www.example.test/page'),
    })
  })
  afterAll(async () => {
    await studio?.[Symbol.asyncDispose]()
    await egress?.close()
    await standIn?.[Symbol.asyncDispose]()
  })

  it.each(['https://www.example.test/page', 'http://www.example.test/page'])(
    'shows what stands in for %s',
    async (url) => {
      const { base64, finalUrl } = await studio.screenshot({ url })
      expect(readPng(base64).at(200, 200)).toEqual([0, 255, 0])
      expect(finalUrl).toBe(url)
    },
  )

  it('follows redirects to https', async () => {
    expect((await studio.screenshot({ url: 'https://www.example.test/old' })).finalUrl).toBe(
      'https://www.example.test/page',
    )
  })

  it('still refuses what is not public', async () => {
    expect(await refusalOf(studio.screenshot({ url: 'https://10.0.0.1/' }))).toMatchObject({
      code: 'DESTINATION_REFUSED',
    })
  })

  it('prints a document that was given', async () => {
    expect((await studio.pdf({ source: { html: '<p>words</p>' } })).pages).toBe(1)
  })
})
