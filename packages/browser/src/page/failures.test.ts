import { OperationError } from '@kiosk/catalog'
import { FILTER_MARK, type FilterSession } from '@kiosk/egress'
import { describe, expect, it } from 'vitest'
import { failureOf } from './failures.ts'
import type { PageDocument } from './main-frame.ts'

const refusal = new OperationError('DESTINATION_REFUSED', 'not there')

/** A filter that knows of a failure at one host, on the port of https. */
const session: FilterSession = {
  failureOf: ({ host, port }) => (host === 'refused.example.test' && port === 443 ? refusal : null),
  receivedBytes: 0,
  isExhausted: false,
  end() {},
}

/** A document that came with these headers. */
function answered(url: string, headers: Readonly<Record<string, string>>): PageDocument {
  return {
    loaderId: 'L',
    requestedUrl: url,
    response: { url, status: 200, mimeType: 'text/html', headers },
    errorText: null,
    shown: { url, unreachableUrl: null },
    reached: new Set(),
  }
}

describe('a document', () => {
  it.each([FILTER_MARK, 'X-Kiosk-Filter', 'x-kiosk-sandbox'])(
    "is the site's own although the site sends %s: behind TLS nobody takes it off",
    (name) => {
      const value = name === 'x-kiosk-sandbox' ? 'unknown' : 'refused'
      expect(failureOf(answered('https://site.example.test/', { [name]: value }), session)).toBeNull()
    },
  )

  it('is none of the site where the filter marked it and knows why', () => {
    const marked = answered('https://refused.example.test/', { [FILTER_MARK]: 'refused' })
    expect(failureOf(marked, session)).toBe(refusal)
    expect(failureOf(answered('https://refused.example.test/', {}), session)).toBeNull()
  })
})
