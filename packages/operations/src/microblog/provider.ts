import { defineProvider } from '@kiosk/catalog'

/** Microblogs: the public index of one network, and the instances of another that callers name. */
export const microblog = defineProvider({
  name: 'microblog',
  title: 'Microblog',
  upstreams: {
    main: 'https://public.api.bsky.app',
    fallback: 'https://api.bsky.app',
    instance: 'https://{host}',
  },
  hosts: 'any',
})
