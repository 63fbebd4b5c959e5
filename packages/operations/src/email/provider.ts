import { defineProvider } from '@kiosk/catalog'
import { z } from 'zod'

const MAX_DOMAINS = 36
const MAX_ALIASES = 2000

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/
const ADDRESS = /^[^\s@,]{1,64}@[^\s@,]{1,255}$/

/** A list in one text, parted by commas or white space; in lower case, without doubles. */
function list(item: z.ZodType<string, string>, most: number) {
  return z
    .string()
    .transform((text) => [
      ...new Set(
        text
          .toLowerCase()
          .split(/[\s,]+/)
          .filter(Boolean),
      ),
    ])
    .pipe(z.array(item).min(1).max(most))
}

const domain = z.string().max(253).regex(DOMAIN, 'expected a domain such as mail.example.com')
const address = z
  .string()
  .max(254)
  .regex(ADDRESS, 'expected an address such as inbox@example.com')
  .refine((text) => DOMAIN.test(text.slice(text.lastIndexOf('@') + 1)), 'expected an address with a domain')

/** Mailboxes: addresses of the operator, IMAP servers that callers name, and Microsoft Graph. */
export const email = defineProvider({
  name: 'email',
  title: 'E-mail helpers',
  upstreams: { graph: 'https://graph.microsoft.com', graphLogin: 'https://login.microsoftonline.com' },
  hosts: 'own',
  settings: {
    catchAll: {
      variable: 'KIOSK_EMAIL_CATCHALL',
      schema: list(domain, MAX_DOMAINS),
      says: 'Domains that deliver mail for every local part into a mailbox of yours; comma-separated.',
      sandbox: 'example.test',
    },
    plusBase: {
      variable: 'KIOSK_EMAIL_PLUS_BASE',
      schema: z
        .string()
        .trim()
        .toLowerCase()
        .pipe(address.regex(/^[^@]{1,51}@/, 'expected at most 51 characters before the @, since +random is added')),
      says: 'An address with plus-addressing: new ones are made as name+random@domain.',
    },
    aliases: {
      variable: 'KIOSK_EMAIL_ALIASES',
      schema: list(address, MAX_ALIASES),
      says: 'Addresses made beforehand, each given out once; comma-separated or one per line.',
      file: true,
    },
  },
})
