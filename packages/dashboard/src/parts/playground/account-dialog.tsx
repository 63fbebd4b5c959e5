import type { CatalogOperation } from '@kiosk/catalog'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { costBefore } from '../texts/cost.ts'

export interface AccountDialogProps {
  readonly operation: CatalogOperation
  readonly remaining: number | null
  readonly open: boolean
  readonly onOpenChange: (open: boolean) => void
  readonly onConfirm: () => void
}

/** Asked before every run of an operation that does something on an account. */
export function AccountDialog({ operation, remaining, open, onOpenChange, onConfirm }: AccountDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Run “${operation.title}” for real?`}
      description="This is no rehearsal: it acts on the account whose credentials are in the form, and what it does there may not be undone."
    >
      <p className="text-muted">{costBefore(operation, remaining)}</p>
      <DialogActions>
        <Button onClick={() => onOpenChange(false)}>Cancel</Button>
        <Button
          variant="danger"
          onClick={() => {
            onOpenChange(false)
            onConfirm()
          }}
        >
          Run on the account
        </Button>
      </DialogActions>
    </Dialog>
  )
}
