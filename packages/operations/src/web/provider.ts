import { defineProvider } from '@kiosk/catalog'

/** Any public page: there is no upstream of its own. */
export const web = defineProvider({ name: 'web', title: 'Web rendering', upstreams: {}, hosts: 'any' })
