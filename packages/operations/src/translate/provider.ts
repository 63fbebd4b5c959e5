import { defineProvider, secret } from '@kiosk/catalog'
import { z } from 'zod'

const key = () => secret(z.string().trim().min(1).max(512))

/** Translation engines, one upstream each. `libre` is asked only where an operator gave it an address, `cloud` only with a key. */
export const translate = defineProvider({
  name: 'translate',
  title: 'Translation',
  upstreams: {
    main: 'https://translate.googleapis.com',
    alt: 'https://clients5.google.com',
    memory: 'https://api.mymemory.translated.net',
    libre: null,
    cloud: 'https://translation.googleapis.com',
  },
  hosts: 'own',
  settings: {
    libreKey: {
      variable: 'KIOSK_TRANSLATE_LIBRE_KEY',
      schema: key(),
      says: 'API key of the LibreTranslate server at KIOSK_UPSTREAM_TRANSLATE_LIBRE, where it asks for one.',
    },
    cloudKey: {
      variable: 'KIOSK_TRANSLATE_CLOUD_KEY',
      schema: key(),
      says: 'API key of Google Cloud Translation (v2); with it this engine is asked before the free ones.',
    },
  },
})

export type TranslateSettings = NonNullable<(typeof translate)['$settings']>
