import {
  Activity,
  ChartColumn,
  KeyRound,
  LayoutGrid,
  type LucideIcon,
  Plug,
  ScrollText,
  Settings,
  UsersRound,
} from 'lucide-react'

export interface Place {
  readonly to: '/' | '/catalog' | '/requests' | '/status' | '/connect' | '/keys' | '/members' | '/settings'
  readonly label: string
  readonly icon: LucideIcon
}

const overview: Place = { to: '/', label: 'Overview', icon: ChartColumn }
const catalog: Place = { to: '/catalog', label: 'Catalog', icon: LayoutGrid }
const requests: Place = { to: '/requests', label: 'Requests', icon: ScrollText }
const status: Place = { to: '/status', label: 'Status', icon: Activity }
const connect: Place = { to: '/connect', label: 'Connect', icon: Plug }
const keys: Place = { to: '/keys', label: 'API keys', icon: KeyRound }
const members: Place = { to: '/members', label: 'Members', icon: UsersRound }
const settings: Place = { to: '/settings', label: 'Settings', icon: Settings }

export const groups: readonly { readonly label: string; readonly places: readonly Place[] }[] = [
  { label: 'Operations', places: [overview, catalog, requests, status, connect] },
  { label: 'Organization', places: [keys, members, settings] },
]

/** The bar at the bottom of a phone, and what stands behind its «More». */
export const barPlaces: readonly Place[] = [overview, catalog, requests, keys]
export const morePlaces: readonly Place[] = [status, connect, members, settings]
