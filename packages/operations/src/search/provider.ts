import { defineProvider } from '@kiosk/catalog'

/** Search suggestions. */
export const search = defineProvider({
  name: 'search',
  title: 'Search suggestions',
  upstreams: { main: 'https://suggestqueries.google.com' },
  hosts: 'own',
})
