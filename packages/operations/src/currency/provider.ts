import { defineProvider } from '@kiosk/catalog'

export const currency = defineProvider({
  name: 'currency',
  title: 'Currency',
  upstreams: { main: 'https://www.ecb.europa.eu', data: 'https://data-api.ecb.europa.eu' },
  hosts: 'own',
})
