import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sentenceOf } from '../api/api-error.ts'
import { Banner } from './banner.tsx'
import { Button } from './button.tsx'
import { Dialog, DialogActions } from './dialog.tsx'

export interface ConfirmDialogProps {
  readonly open: boolean
  readonly onClose: () => void
  readonly title: string
  readonly description: ReactNode
  /** On the button, such as «Remove member». */
  readonly verb: string
  readonly danger?: boolean
  readonly run: () => Promise<unknown>
  /** After it was done; the dialog closes itself when this is over. */
  readonly onDone?: () => unknown
}

/** Asks before something is done, does it, and says when it could not. */
export function ConfirmDialog({
  open,
  onClose,
  title,
  description,
  verb,
  danger = false,
  run,
  onDone,
}: ConfirmDialogProps) {
  const { mutate, error, isPending, reset } = useMutation({
    mutationFn: run,
    onSuccess: async () => {
      await onDone?.()
      onClose()
    },
  })
  const close = () => {
    reset()
    onClose()
  }
  return (
    <Dialog open={open} onOpenChange={close} title={title} description={description}>
      {error && <Banner tone="bad">{sentenceOf(error)}</Banner>}
      <DialogActions>
        <Button onClick={close}>Cancel</Button>
        <Button variant={danger ? 'danger' : 'primary'} busy={isPending} onClick={() => mutate()}>
          {verb}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
