import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronsUpDown, LogOut, Settings, UserRound } from 'lucide-react'
import { useState } from 'react'
import { sentenceOf } from '../api/api-error.ts'
import { api } from '../api/client.ts'
import { useMe } from '../data/me.ts'
import { chooseOrganization } from '../data/organization-choice.ts'
import { chooseTheme, currentTheme, type Theme } from '../data/theme.ts'
import { Menu, MenuChoices, MenuItem, MenuLabel, MenuLine } from '../ui/menu.tsx'
import { useToasts } from '../ui/toast.tsx'

const themeChoices: readonly { readonly value: Theme; readonly label: string }[] = [
  { value: 'system', label: 'As the system' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

/** @param compact the button is a picture alone, for phones */
export function UserMenu({ compact = false }: { readonly compact?: boolean }) {
  const { user } = useMe()
  const [theme, setTheme] = useState(currentTheme)
  const signOut = useSignOut()
  const change = (chosen: Theme) => {
    chooseTheme(chosen)
    setTheme(chosen)
  }
  return (
    <Menu
      side={compact ? 'bottom' : 'top'}
      align={compact ? 'end' : 'start'}
      trigger={
        <button
          type="button"
          aria-label={compact ? `Account of ${user.name}` : undefined}
          className="flex min-h-9 items-center gap-2.5 rounded-lg p-1.5 text-left hover:bg-sunken lg:w-full"
        >
          <span className="grid size-7 shrink-0 place-items-center rounded-full bg-accent-soft text-accent-text">
            <UserRound aria-hidden className="size-4" />
          </span>
          {!compact && (
            <>
              <span className="min-w-0 flex-1">
                <span className="block truncate leading-5 font-medium">{user.name}</span>
                <span className="block truncate text-[12px] leading-4 text-muted">{user.email}</span>
              </span>
              <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
            </>
          )}
        </button>
      }
    >
      {compact && <MenuLabel>{user.email}</MenuLabel>}
      <MenuItem asChild>
        <Link to="/settings">
          <Settings aria-hidden />
          Settings
        </Link>
      </MenuItem>
      <MenuLine />
      <MenuChoices label="Theme" value={theme} onChange={change} choices={themeChoices} />
      <MenuLine />
      <MenuItem onSelect={signOut}>
        <LogOut aria-hidden />
        Sign out
      </MenuItem>
    </Menu>
  )
}

function useSignOut(): () => void {
  const toasts = useToasts()
  const { mutate } = useMutation({
    mutationFn: api.signOut,
    onSuccess: () => {
      chooseOrganization(null)
      // A fresh page, so that nothing of the session is left in memory.
      window.location.assign('/sign-in')
    },
    onError: (error) => toasts.failed(`You are still signed in. ${sentenceOf(error)}`),
  })
  return () => mutate()
}
