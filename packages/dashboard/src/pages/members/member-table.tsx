import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserMinus } from 'lucide-react'
import { useState } from 'react'
import type { z } from 'zod'
import { sentenceOf } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { type member, type Role, roles } from '../../api/schemas.ts'
import { formatDay } from '../../data/format.ts'
import { membersQuery, meQuery } from '../../data/queries.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Select } from '../../ui/field.tsx'
import { Table, Td, Th } from '../../ui/table.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { RemoveMemberDialog } from './remove-member-dialog.tsx'

export type Member = z.infer<typeof member>

interface MemberTableProps {
  readonly members: readonly Member[]
  readonly isAdmin: boolean
}

export function MemberTable({ members, isAdmin }: MemberTableProps) {
  const [removing, setRemoving] = useState<Member | null>(null)
  return (
    <>
      <Table
        caption="Members"
        head={
          <tr>
            <Th>Name</Th>
            <Th className="hidden md:table-cell">E-mail</Th>
            <Th>Role</Th>
            <Th className="hidden sm:table-cell">Joined</Th>
            {isAdmin && (
              <Th>
                <span className="sr-only">Actions</span>
              </Th>
            )}
          </tr>
        }
      >
        {members.map((one) => (
          <tr key={one.id}>
            <Td className="max-w-48">
              <span className="flex items-center gap-2">
                <span className="truncate font-medium">{one.name}</span>
                {one.isYou && <Badge>You</Badge>}
              </span>
              <span className="block truncate text-[13px] text-muted md:hidden">{one.email}</span>
            </Td>
            <Td className="hidden max-w-64 truncate text-muted md:table-cell">{one.email}</Td>
            <Td>{isAdmin ? <RoleSelect one={one} /> : <RoleBadge role={one.role} />}</Td>
            <Td className="hidden whitespace-nowrap text-muted sm:table-cell">{formatDay(one.joinedAt)}</Td>
            {isAdmin && (
              <Td className="text-right">
                {/* Leaving is in the settings. */}
                {!one.isYou && (
                  <Button
                    variant="quiet"
                    size="icon"
                    className="-my-2"
                    aria-label={`Remove ${one.name}`}
                    onClick={() => setRemoving(one)}
                  >
                    <UserMinus aria-hidden />
                  </Button>
                )}
              </Td>
            )}
          </tr>
        ))}
      </Table>
      <RemoveMemberDialog target={removing} onClose={() => setRemoving(null)} />
    </>
  )
}

export const roleNames: Readonly<Record<Role, string>> = { admin: 'Admin', member: 'Member' }

function RoleBadge({ role }: { readonly role: Role }) {
  return <Badge tone={role === 'admin' ? 'accent' : 'neutral'}>{roleNames[role]}</Badge>
}

function RoleSelect({ one }: { readonly one: Member }) {
  const queryClient = useQueryClient()
  const toasts = useToasts()
  const change = useMutation({
    mutationFn: (role: Role) => api.changeRole(one.id, { role }),
    onSuccess: async (changed) => {
      await queryClient.invalidateQueries({ queryKey: membersQuery.queryKey })
      // One's own role decides what the pages offer.
      if (one.isYou) await queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
      toasts.done(`${changed.name} is now ${changed.role === 'admin' ? 'an admin' : 'a member'}.`)
    },
    onError: (error) => toasts.failed(sentenceOf(error)),
  })
  return (
    <Select
      aria-label={`Role of ${one.name}`}
      className="w-28"
      value={change.isPending ? change.variables : one.role}
      disabled={change.isPending}
      onChange={(event) => {
        const chosen = roles.find((role) => role === event.target.value)
        if (chosen) change.mutate(chosen)
      }}
    >
      {roles.map((role) => (
        <option key={role} value={role}>
          {roleNames[role]}
        </option>
      ))}
    </Select>
  )
}
