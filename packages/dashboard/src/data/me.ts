import { createContext, use } from 'react'
import type { Me } from '../api/schemas.ts'

const MeContext = createContext<Me | null>(null)
export const MeProvider = MeContext.Provider

/** Who is signed in and for which organization; only inside the shell. */
export function useMe(): Me {
  const me = use(MeContext)
  if (!me) throw new Error('useMe is used outside of the shell, where nobody is signed in')
  return me
}

export function useIsAdmin(): boolean {
  return useMe().organization.role === 'admin'
}
