import type { CatalogOperation } from '@kiosk/catalog'
import { Button } from '../../ui/button.tsx'
import { type Body, isBody } from '../schema-form/form-value.ts'

export interface ExamplesProps {
  readonly operation: CatalogOperation
  readonly onChoose: (body: Body) => void
}

/** The examples of the catalog as buttons that fill the form. */
export function Examples({ operation, onChoose }: ExamplesProps) {
  return (
    <div className="mb-5 flex flex-wrap items-center gap-2">
      <span className="text-muted">Fill in an example:</span>
      {operation.examples.map(({ title, input, fails }) => (
        <Button
          key={title}
          size="small"
          className="h-auto! min-h-8 max-w-full flex-wrap gap-y-0! py-1 text-left whitespace-normal!"
          onClick={() => onChoose(isBody(input) ? input : {})}
        >
          {title}
          {fails && <span className="font-mono text-[12px] text-muted">{fails}</span>}
        </Button>
      ))}
    </div>
  )
}
