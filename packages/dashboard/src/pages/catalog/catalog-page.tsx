import type { CatalogDocument } from '@kiosk/catalog'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { formatCount } from '../../data/format.ts'
import { catalogQuery } from '../../data/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '../../ui/states.tsx'
import { found, sharedTags } from './catalog-search.ts'
import { OperationList } from './operation-list.tsx'
import { useResultKeys } from './use-result-keys.ts'

const route = getRouteApi('/app/catalog')

export function CatalogPage() {
  const { data, error, isFetching, refetch } = useQuery(catalogQuery)
  return (
    <>
      <PageHeader
        title="Catalog"
        description="Every operation of this installation. Open one to read its fields and to try it."
      />
      {data ? (
        <Catalog catalog={data} />
      ) : (
        <Card flush>
          {error ? (
            <ErrorState
              error={error}
              title="The catalog could not be loaded"
              onRetry={() => void refetch()}
              retrying={isFetching}
            />
          ) : (
            <SkeletonLines lines={9} label="Loading the catalog" />
          )}
        </Card>
      )}
    </>
  )
}

function Catalog({ catalog: { operations } }: { readonly catalog: CatalogDocument }) {
  const { q = '', tag } = route.useSearch()
  const navigate = route.useNavigate()
  const { input, onKeyDown } = useResultKeys()
  // Each letter replaces the address, so that «back» leaves the catalog.
  const search = (next: { q?: string | undefined; tag?: string | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false })
  const results = found(operations, { words: q, tag: tag ?? null })
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only passes arrow keys between the controls inside
    <div onKeyDown={onKeyDown}>
      <search className="mb-6 block space-y-3">
        <Field label="Search the catalog" hideLabel>
          <Input
            ref={input}
            type="search"
            value={q}
            placeholder="Search by name, use or tag (press /)"
            onChange={({ currentTarget }) => search({ q: currentTarget.value || undefined })}
          />
        </Field>
        <TagFilter tags={sharedTags(operations)} chosen={tag} onChoose={(next) => search({ tag: next })} />
        <p role="status" className="text-[13px] text-muted">
          {results.length === operations.length
            ? formatCount(operations.length, 'operation')
            : `${results.length} of ${formatCount(operations.length, 'operation')}`}
        </p>
      </search>
      {results.length > 0 ? (
        <OperationList operations={results} />
      ) : (
        <Card>
          <EmptyState
            icon={SearchX}
            title="Nothing matches"
            action={<Button onClick={() => search({ q: undefined, tag: undefined })}>Show all operations</Button>}
          >
            Try fewer words, or another tag.
          </EmptyState>
        </Card>
      )}
    </div>
  )
}

interface TagFilterProps {
  readonly tags: readonly string[]
  readonly chosen: string | undefined
  readonly onChoose: (tag: string | undefined) => void
}

function TagFilter({ tags, chosen, onChoose }: TagFilterProps) {
  // A tag from the address is offered although it joins nothing, so that it can be taken off.
  const offered = chosen === undefined || tags.includes(chosen) ? tags : [chosen, ...tags]
  return (
    <fieldset className="flex flex-wrap gap-1.5">
      <legend className="sr-only">Tags</legend>
      {offered.map((tag) => (
        <button
          key={tag}
          type="button"
          aria-pressed={tag === chosen}
          onClick={() => onChoose(tag === chosen ? undefined : tag)}
          className="h-7 rounded-full border border-line bg-surface px-3 text-[13px] text-muted hover:text-ink aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent-text"
        >
          {tag}
        </button>
      ))}
    </fieldset>
  )
}
