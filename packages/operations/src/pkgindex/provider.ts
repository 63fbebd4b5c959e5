import { defineProvider } from '@kiosk/catalog'

export const pkgindex = defineProvider({
  name: 'pkgindex',
  title: 'Package index',
  upstreams: { main: 'https://pypi.org' },
  hosts: 'own',
})
