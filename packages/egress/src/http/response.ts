// An answer as operations see it.
import { TextDecoder } from 'node:util'
import type { HttpResponse } from '@kiosk/catalog'

/** Headers by lower-case name, values as the bytes that were sent (latin1). */
export type AnswerHeaders = Readonly<Record<string, string | string[] | undefined>>

export interface Answer {
  readonly status: number
  readonly headers: AnswerHeaders
  readonly bytes: Uint8Array
}

export function headerOf(headers: AnswerHeaders, name: string): string | null {
  const value = headers[name.toLowerCase()]
  if (value === undefined) return null
  return Array.isArray(value) ? value.join(', ') : value
}

export function makeResponse({ status, headers, bytes }: Answer, url: URL): HttpResponse {
  let text: string | undefined
  const cookies = headers['set-cookie'] ?? []
  const response: HttpResponse = {
    status,
    url: url.href,
    header: (name) => headerOf(headers, name),
    cookies: Array.isArray(cookies) ? cookies : [cookies],
    bytes,
    text() {
      text ??= decodeText(bytes, headerOf(headers, 'content-type'))
      return text
    },
    json() {
      try {
        return JSON.parse(response.text())
      } catch {
        return undefined
      }
    },
  }
  return response
}

function decodeText(bytes: Uint8Array, contentType: string | null): string {
  const label = /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(contentType ?? '')?.[1] ?? 'utf-8'
  return (byteOrderOf(bytes) ?? decoderFor(label)).decode(bytes)
}

/** A byte order mark is right even where the header is not, as browsers have it. */
function byteOrderOf(bytes: Uint8Array): TextDecoder | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return new TextDecoder('utf-8')
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le')
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be')
  return null
}

function decoderFor(label: string): TextDecoder {
  try {
    return new TextDecoder(label)
  } catch {
    return new TextDecoder('utf-8')
  }
}
