import { Link } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { BrandMark } from './brand.tsx'
import { barPlaces, morePlaces } from './navigation.ts'
import { OrganizationSwitcher } from './organization-switcher.tsx'
import { UserMenu } from './user-menu.tsx'

export function TopBar() {
  return (
    <header className="sticky top-0 z-30 flex h-14 items-center gap-2 border-b border-line bg-surface px-4 lg:hidden">
      <Link to="/" aria-label="Kiosk, overview" className="rounded-lg">
        <BrandMark />
      </Link>
      <div className="min-w-0 flex-1">
        <OrganizationSwitcher />
      </div>
      <UserMenu compact />
    </header>
  )
}

const entry =
  'flex h-14 w-full flex-col items-center justify-center gap-1 text-[11px] font-medium text-muted -outline-offset-2 data-[status=active]:text-accent-text'

export function BottomBar() {
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] lg:hidden"
    >
      <ul className="grid grid-cols-5">
        {barPlaces.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link to={to} activeOptions={{ exact: to === '/', includeSearch: false }} className={entry}>
              <Icon aria-hidden className="size-5" />
              {label}
            </Link>
          </li>
        ))}
        <li>
          <Menu
            side="top"
            trigger={
              <button type="button" className={entry}>
                <Ellipsis aria-hidden className="size-5" />
                More
              </button>
            }
          >
            {morePlaces.map(({ to, label, icon: Icon }) => (
              <MenuItem key={to} asChild>
                <Link to={to}>
                  <Icon aria-hidden />
                  {label}
                </Link>
              </MenuItem>
            ))}
          </Menu>
        </li>
      </ul>
    </nav>
  )
}
