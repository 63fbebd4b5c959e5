// Request and response fields that several providers share, so that each is spelled out once.
import { z } from 'zod'
import { secret } from './secret.ts'

/** A caller's proxy. The host is judged by egress before the operation runs. */
export const proxyUrl = secret(
  z
    .string()
    .trim()
    .min(1)
    .max(2048)
    .regex(/^(?:https?|socks5):\/\/[^\s/]/i, 'expected an http, https or socks5 URL'),
)
  .optional()
  .describe("The caller's proxy: an http, https or socks5 URL with a public host. Wins over the header x-proxy-url.")

/** A language tag such as `de`, `pt-BR` or `zh-CN`. */
export const languageTag = z
  .string()
  .trim()
  .min(2)
  .max(12)
  .regex(/^[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/, 'expected a language tag such as de, pt-BR or zh-CN')

/** ISO 8601 UTC time with `Z`. */
export const time = z.iso.datetime()

export const fetchedAt = time.describe(
  'When the upstream answered, ISO 8601 UTC; the original time on a cached answer.',
)

export const elapsedMs = z.int().min(0).describe('Duration of the fetch in milliseconds.')
