import { useQuery } from '@tanstack/react-query'
import { keysQuery } from '../../data/queries.ts'

/** Names by key id; deleted keys are not among them. */
export function useKeyNames(): ReadonlyMap<string, string> {
  return new Map(useQuery(keysQuery).data?.keys.map(({ id, name }) => [id, name]))
}
