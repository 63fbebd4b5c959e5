import { Badge, type Tone } from '../../ui/badge.tsx'

/** HTTP status with the code of an error, coloured by its class. */
export function StatusBadge({ status, code }: { readonly status: number; readonly code: string | null }) {
  return <Badge tone={toneOf(status)}>{code === null ? status : `${status} ${code}`}</Badge>
}

function toneOf(status: number): Tone {
  if (status < 400) return 'good'
  return status < 500 ? 'warn' : 'bad'
}
