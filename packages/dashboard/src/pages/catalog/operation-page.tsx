import type { CatalogDocument, CatalogOperation } from '@kiosk/catalog'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { PackageX } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { createKept } from '../../data/kept.ts'
import { catalogQuery } from '../../data/queries.ts'
import { CodeSamples } from '../../parts/code/code-samples.tsx'
import { FieldsTable } from '../../parts/fields/fields-table.tsx'
import { Playground } from '../../parts/playground/playground.tsx'
import { firstBody } from '../../parts/playground/run.ts'
import { type BodyDraft, draftOfBody } from '../../parts/schema-form/body-draft.ts'
import { formOf } from '../../parts/schema-form/form-field.ts'
import { withoutSecrets } from '../../parts/schema-form/form-secrets.ts'
import { CodeText } from '../../parts/texts/code-text.tsx'
import { accessText, cacheText, priceText } from '../../parts/texts/cost.ts'
import { spanText } from '../../parts/texts/numbers.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { EmptyState, ErrorState, SkeletonLines } from '../../ui/states.tsx'
import { Tabs } from '../../ui/tabs.tsx'

const useKeptDraft = createKept<BodyDraft>()

export function OperationPage({ slug }: { readonly slug: string }) {
  const { data, error, isFetching, refetch } = useQuery(catalogQuery)
  if (data) return <Found slug={slug} catalog={data} />
  return (
    <>
      <PageHeader title={slug} eyebrow={<BackLink />} />
      <Card flush>
        {error ? (
          <ErrorState
            error={error}
            title="The catalog could not be loaded"
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        ) : (
          <SkeletonLines lines={9} label="Loading the operation" />
        )}
      </Card>
    </>
  )
}

function Found({ slug, catalog }: { readonly slug: string; readonly catalog: CatalogDocument }) {
  const operation = catalog.operations.find((one) => one.slug === slug)
  if (operation) return <Operation operation={operation} baseUrl={catalog.baseUrl} />
  return (
    <>
      <PageHeader title="No such operation" eyebrow={<BackLink />} />
      <Card>
        <EmptyState
          icon={PackageX}
          title={`The catalog has no ${slug}`}
          action={
            <Link to="/catalog" className={buttonClass('secondary')}>
              See all operations
            </Link>
          }
        >
          It may be misspelled, withdrawn, or withheld from this organization.
        </EmptyState>
      </Card>
    </>
  )
}

function Operation({ operation, baseUrl }: { readonly operation: CatalogOperation; readonly baseUrl: string }) {
  const form = useMemo(() => formOf(operation.inputSchema), [operation])
  const [draft, setDraft] = useKeptDraft(operation.slug, () => draftOfBody(firstBody(operation)))
  const call = {
    slug: operation.slug,
    baseUrl,
    body: withoutSecrets(form, draft.body),
    isAccountAction: operation.access === 'account',
  }
  return (
    <>
      <PageHeader
        title={operation.title}
        eyebrow={<BackLink />}
        description={<CodeText text={operation.description} />}
      />
      <div className="space-y-5">
        <Facts operation={operation} />
        <Playground operation={operation} form={form} draft={draft} onDraft={setDraft} />
        <Card title="Code" description="The same call, as the form stands. The key comes from your environment.">
          <CodeSamples call={call} />
        </Card>
        <Card title="Fields">
          <Tabs
            label="Side"
            tabs={[
              { id: 'input', label: 'Request', content: <FieldsTable schema={operation.inputSchema} side="input" /> },
              { id: 'output', label: 'Answer', content: <FieldsTable schema={operation.outputSchema} side="output" /> },
            ]}
          />
        </Card>
      </div>
    </>
  )
}

function BackLink() {
  return (
    <Link to="/catalog" className="link">
      Catalog
    </Link>
  )
}

function Facts({ operation }: { readonly operation: CatalogOperation }) {
  const { slug, units, timeoutSec, cacheSec, access, category, tags } = operation
  const { label, meaning } = accessText(access)
  return (
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-xl border border-line bg-line shadow-card lg:grid-cols-[minmax(0,2fr)_repeat(4,minmax(0,1fr))]">
      <Fact name="Slug" className="col-span-2 lg:col-span-1">
        <span className="font-mono text-[13px] font-normal wrap-anywhere">{slug}</span>
      </Fact>
      <Fact name="Price">{priceText(units)}</Fact>
      <Fact name="Time-out">{spanText(timeoutSec)}</Fact>
      <Fact name="Cache window">{cacheText(cacheSec)}</Fact>
      <Fact name="Access">
        <Badge tone={access === 'public' ? 'good' : 'warn'}>{label}</Badge>
      </Fact>
      <div className="col-span-full flex flex-wrap items-center gap-x-3 gap-y-1 bg-surface px-4 py-2 text-[13px] text-muted">
        <dt className="sr-only">Category and tags</dt>
        <dd className="contents">
          <span className="capitalize">{category}</span>
          {tags.map((tag) => (
            <Link key={tag} to="/catalog" search={{ tag }} className="hover:text-ink hover:underline">
              #{tag}
            </Link>
          ))}
          <span>{meaning}</span>
        </dd>
      </div>
    </dl>
  )
}

interface FactProps {
  readonly name: string
  readonly className?: string
  readonly children: ReactNode
}

function Fact({ name, className, children }: FactProps) {
  return (
    <div className={classNames('bg-surface px-4 py-2.5', className)}>
      <dt className="text-[12px] text-muted">{name}</dt>
      <dd className="mt-0.5 font-medium">{children}</dd>
    </div>
  )
}
