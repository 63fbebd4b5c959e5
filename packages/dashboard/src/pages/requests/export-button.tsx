import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { asApiError } from '../../api/api-error.ts'
import { api } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { useToasts } from '../../ui/toast.tsx'
import { csvName, type LogFilters } from './filters.ts'

/** Saves the log with the filters of the page as CSV. */
export function ExportButton({ filters }: { readonly filters: LogFilters }) {
  const { failed } = useToasts()
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.requestsCsv(filters),
    onSuccess: (csv) => save(csv, csvName(filters, new Date())),
    onError: (error) => failed(`The export failed: ${asApiError(error).message}`),
  })
  return (
    <Button onClick={() => mutate()} busy={isPending}>
      {!isPending && <Download aria-hidden />}
      Export CSV
    </Button>
  )
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The download has begun with the click; the address is not needed after it.
  setTimeout(() => URL.revokeObjectURL(link.href), 0)
}
