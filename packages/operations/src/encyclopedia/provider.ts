import { defineProvider } from '@kiosk/catalog'

export const encyclopedia = defineProvider({
  name: 'encyclopedia',
  title: 'Encyclopedia',
  upstreams: { main: 'https://{language}.wikipedia.org' },
  hosts: 'own',
})
