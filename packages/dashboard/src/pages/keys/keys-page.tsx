import { useQuery } from '@tanstack/react-query'
import { KeyRound, Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { KeySummary } from '../../api/schemas.ts'
import { useIsAdmin } from '../../data/me.ts'
import { keysQuery } from '../../data/queries.ts'
import { Banner } from '../../ui/banner.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '../../ui/states.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { DeleteKeyDialog } from './delete-key-dialog.tsx'
import { type KeyLimits, keyLimitNotice } from './key-limit-notice.ts'
import { KeyTable } from './key-table.tsx'
import { RotationRecipe } from './rotation-recipe.tsx'

export function KeysPage() {
  const isAdmin = useIsAdmin()
  const list = useQuery(keysQuery)
  const [creating, setCreating] = useState(false)
  const [deleting, setDeleting] = useState<KeySummary | null>(null)
  const limit = list.data && keyLimitNotice(list.data.keys.length, list.data.limits)
  const create = isAdmin && (
    <Button variant="primary" disabled={!list.data || Boolean(limit)} onClick={() => setCreating(true)}>
      <Plus aria-hidden />
      Create key
    </Button>
  )
  return (
    <>
      <PageHeader
        title="API keys"
        description="Keys belong to the organization, not to who made them. Every key may call every operation of the plan."
        actions={create}
      />
      <div className="space-y-5">
        {limit && isAdmin && (
          <Banner tone="warn" title={limit.title}>
            {limit.text}
          </Banner>
        )}
        <Card
          flush
          {...(list.data?.keys.length && { title: <Count limits={list.data.limits} count={list.data.keys.length} /> })}
        >
          {list.data ? (
            <Keys keys={list.data.keys} isAdmin={isAdmin} create={create} onDelete={setDeleting} />
          ) : list.error ? (
            <ErrorState
              error={list.error}
              title="The keys could not be loaded"
              onRetry={() => void list.refetch()}
              retrying={list.isFetching}
            />
          ) : (
            <SkeletonLines label="Loading the keys" />
          )}
        </Card>
        {!isAdmin && <p className="text-muted">Admins of the organization create and delete keys.</p>}
        <RotationRecipe />
      </div>
      {isAdmin && <CreateKeyDialog open={creating} onOpenChange={setCreating} />}
      {isAdmin && <DeleteKeyDialog target={deleting} onClose={() => setDeleting(null)} />}
    </>
  )
}

function Count({ count, limits }: { readonly count: number; readonly limits: KeyLimits }) {
  return (
    <>
      {count} of {limits.keys} keys
    </>
  )
}

interface KeysProps {
  readonly keys: readonly KeySummary[]
  readonly isAdmin: boolean
  readonly create: ReactNode
  readonly onDelete: (key: KeySummary) => void
}

function Keys({ keys, isAdmin, create, onDelete }: KeysProps) {
  if (keys.length > 0) return <KeyTable keys={keys} {...(isAdmin && { onDelete })} />
  return (
    <EmptyState icon={KeyRound} title="No keys yet" action={create}>
      A key lets your programs call the operations, in the header <code className="font-mono">x-api-key</code>.
    </EmptyState>
  )
}
