import { defineProvider, secret } from '@kiosk/catalog'
import { z } from 'zod'

export const codehost = defineProvider({
  name: 'codehost',
  title: 'Code host',
  upstreams: { main: 'https://api.github.com' },
  hosts: 'own',
  settings: {
    token: {
      variable: 'KIOSK_CODEHOST_TOKEN',
      schema: secret(z.string().trim().min(1).max(255).regex(/^\S+$/, 'expected a token without white space')),
      says: 'Token of the code host for a higher request allowance; give it no access to private repositories.',
    },
  },
})

export type CodehostSettings = NonNullable<(typeof codehost)['$settings']>
