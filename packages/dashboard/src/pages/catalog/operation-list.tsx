import type { CatalogOperation } from '@kiosk/catalog'
import { Link } from '@tanstack/react-router'
import { CodeText } from '../../parts/texts/code-text.tsx'
import { accessText, cacheText, priceText } from '../../parts/texts/cost.ts'
import { spanText } from '../../parts/texts/numbers.ts'
import { Badge } from '../../ui/badge.tsx'
import { byCategory } from './catalog-search.ts'

/** Operations in their categories; each is one link. */
export function OperationList({ operations }: { readonly operations: readonly CatalogOperation[] }) {
  return (
    <div className="divide-y divide-line border-t border-line">
      {byCategory(operations).map((category) => (
        <section
          key={category.name}
          aria-labelledby={`category-${category.name}`}
          className="grid gap-x-6 gap-y-3 py-5 lg:grid-cols-[7.5rem_minmax(0,1fr)]"
        >
          <h2 id={`category-${category.name}`} className="flex items-baseline gap-2 font-semibold capitalize lg:pt-3.5">
            {category.name}
            <span className="text-[13px] font-normal text-muted">{category.operations.length}</span>
          </h2>
          <ul className="grid gap-3 sm:grid-cols-2">
            {category.operations.map((operation) => (
              <OperationItem key={operation.slug} operation={operation} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function OperationItem({ operation }: { readonly operation: CatalogOperation }) {
  const { slug, title, description, units, timeoutSec, cacheSec, access } = operation
  return (
    <li className="relative flex flex-col rounded-xl border border-line bg-surface p-4 shadow-card transition-colors focus-within:border-accent hover:border-line-strong">
      <div className="flex items-start justify-between gap-3">
        <Link
          to="/catalog/$slug"
          params={{ slug }}
          data-operation
          className="min-w-0 font-semibold after:absolute after:inset-0 after:rounded-xl"
        >
          {title}
        </Link>
        <Badge tone="accent">{priceText(units)}</Badge>
      </div>
      <p className="mt-0.5 font-mono text-[12px] wrap-anywhere text-muted">{slug}</p>
      <p className="mt-2 line-clamp-2 flex-1 text-muted">
        <CodeText text={description} />
      </p>
      <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-1 text-[13px] text-muted">
        <span>up to {spanText(timeoutSec)}</span>
        <span>{cacheSec === 0 ? 'never cached' : `cached ${cacheText(cacheSec)}`}</span>
        {access !== 'public' && <Badge tone="warn">{accessText(access).label}</Badge>}
      </p>
    </li>
  )
}
