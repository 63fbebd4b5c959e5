// How the text of a variable becomes a value. Messages say what is expected and never repeat the value: it may be a secret.
import { isIP, isIPv4, isIPv6 } from 'node:net'
import { resolve } from 'node:path'
import { secret } from '@kiosk/catalog'
import { z } from 'zod'

const HOST_NAME = /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]*[a-z0-9_])?)*$/i

const isHostName = (text: string) => HOST_NAME.test(text) && !/(?:^|\.)(?:\d+|0x[0-9a-f]*)$/i.test(text)

/** An address to listen on. */
export const host = z
  .string()
  .refine((text) => isIP(text) !== 0 || isHostName(text), 'expected an IP address or a host name, without a port')

export const port = integer(0, 65_535, 'a port number from 0 to 65535 (0: any free one)')

export function integer(from: number, to: number, expected: string) {
  return z
    .string()
    .regex(/^\d{1,15}$/, `expected ${expected}`)
    .transform(Number)
    .refine((value) => value >= from && value <= to, `expected ${expected}`)
}

/** `on` or `off`, also as other tools spell them. */
export const onOff = z
  .string()
  .toLowerCase()
  .pipe(z.enum(['on', 'off', 'true', 'false', '1', '0', 'yes', 'no'], 'expected on or off'))
  .transform((text) => text === 'on' || text === 'true' || text === '1' || text === 'yes')

export function oneOf<const T extends readonly [string, ...string[]]>(values: T) {
  return z.enum(values, `expected ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`)
}

/** A base address without a trailing slash. */
export const baseAddress = z
  .string()
  .refine(
    isBaseAddress,
    'expected an http or https URL without user, query or fragment, such as https://kiosk.example.test',
  )
  .transform((text) => new URL(text).href.replace(/\/+$/, ''))

function isBaseAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password && !/[?#]/.test(text)
}

/** An address that may carry credentials. */
export function secretAddress(schemes: readonly string[], expected: string) {
  return secret(z.string().refine((text) => isAddressOf(schemes, text), `expected ${expected}`))
}

/** Comma-separated addresses that may carry credentials, as one secret text. */
export function secretAddresses(schemes: readonly string[], expected: string) {
  const areAddresses = (text: string) => text.split(',').every((one) => isAddressOf(schemes, one.trim()))
  return secret(z.string().refine(areAddresses, `expected ${expected}`))
}

function isAddressOf(schemes: readonly string[], text: string): boolean {
  const url = URL.parse(text)
  return url !== null && schemes.includes(url.protocol.slice(0, -1)) && url.hostname !== ''
}

export const secretText = (min: number, expected: string) =>
  secret(
    z
      .string()
      .min(min, `expected ${expected}`)
      .regex(/^[\x21-\x7e]+$/, `expected ${expected}`),
  )

/** A path of the file system, made absolute. */
export const path = z
  .string()
  .refine((text) => !text.includes('\0'), 'expected a path')
  .transform((text) => resolve(text))

/** Comma-separated items; blanks around them and empty ones do not count. */
export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== ''),
)

/** Header text that says who asks. */
export const headerText = z
  .string()
  .max(200, 'expected at most 200 characters')
  .regex(/^[\x20-\x7e]+$/, 'expected printable ASCII characters')

const EXPECTED_SENDER = 'expected an e-mail address, alone or behind a name, such as Kiosk <kiosk@example.test>'

/** Who a mail is from. */
export const mailSender = z.string().transform((text, context) => {
  const [, name = '', inBrackets] = /^([^<>"\p{Cc}]*)<([^<>]+)>$/u.exec(text) ?? []
  const address = z.email().safeParse(inBrackets ?? text)
  if (address.success) return { name: name.trim(), address: address.data }
  context.issues.push({ code: 'custom', input: text, message: EXPECTED_SENDER })
  return z.NEVER
})

const EXPECTED_PAIRS =
  'expected comma-separated host:port pairs such as 127.0.0.1:9000, [::1]:9000 or intranet.example.test:443'

/** `host:port` pairs in one spelling: lower case, IPv6 shortened and in brackets. */
export const hostPorts = list.transform((items, context) => {
  const pairs = items.map(hostPort)
  if (pairs.every((pair) => pair !== null)) return pairs.join(',')
  context.issues.push({ code: 'custom', input: items, message: EXPECTED_PAIRS })
  return z.NEVER
})

function hostPort(text: string): string | null {
  const [, name = '', digits = ''] = /^(\[[^\]]+\]|[^:[\]]+):(\d{1,5})$/.exec(text) ?? []
  const number = Number(digits)
  if (digits === '' || number < 1 || number > 65_535) return null
  if (isIPv4(name)) return `${name}:${number}`
  if (name.startsWith('[')) {
    return isIPv6(name.slice(1, -1)) && !name.includes('%') ? `${new URL(`http://${name}/`).hostname}:${number}` : null
  }
  return isHostName(name) ? `${name.toLowerCase()}:${number}` : null
}

const EXPECTED_PROXIES =
  'expected off, the number of reverse proxies in front (such as 1), or their addresses (10.0.0.0/8,loopback)'

/** Which `X-Forwarded-For` to believe, as Fastify's `trustProxy` takes it. `on` is one proxy: trusting any number would let callers choose their address. */
export const trustProxy = z.string().transform((text, context): false | number | string[] => {
  if (/^(?:off|false|no|0)$/i.test(text)) return false
  if (/^(?:on|true|yes)$/i.test(text)) return 1
  if (/^[1-9]\d?$/.test(text)) return Number(text)
  const ranges = list.parse(text)
  if (ranges.length > 0 && ranges.every(isRange)) return ranges
  context.issues.push({ code: 'custom', input: text, message: EXPECTED_PROXIES })
  return z.NEVER
})

function isRange(text: string): boolean {
  if (/^(?:loopback|linklocal|uniquelocal)$/.test(text)) return true
  const [address = '', bits, ...rest] = text.split('/')
  const family = isIP(address)
  if (family === 0 || rest.length > 0) return false
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128))
}
