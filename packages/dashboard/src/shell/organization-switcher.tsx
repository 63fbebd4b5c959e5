import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { ChevronsUpDown } from 'lucide-react'
import { useMe } from '../data/me.ts'
import { chooseOrganization } from '../data/organization-choice.ts'
import { Menu, MenuChoices } from '../ui/menu.tsx'

/** The name of the organization; a menu where the user has several. */
export function OrganizationSwitcher() {
  const { organization, organizations } = useMe()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  if (organizations.length < 2) return <p className="truncate px-2.5 py-1.5 font-medium">{organization.name}</p>

  const choose = async (id: string) => {
    chooseOrganization(id)
    await navigate({ to: '/' })
    // Drops what was read for the other organization before it is read again.
    await queryClient.resetQueries()
  }
  return (
    <Menu
      align="start"
      trigger={
        <button
          type="button"
          className="flex h-9 w-full items-center gap-2 rounded-lg border border-line px-2.5 text-left font-medium hover:bg-sunken"
        >
          <span className="sr-only">Organization:</span>
          <span className="min-w-0 flex-1 truncate">{organization.name}</span>
          <ChevronsUpDown aria-hidden className="size-4 shrink-0 text-muted" />
        </button>
      }
    >
      <MenuChoices
        label="Organizations"
        value={organization.id}
        onChange={(id) => void choose(id)}
        choices={organizations.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </Menu>
  )
}
