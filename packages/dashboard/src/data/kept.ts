// State that outlives its component: what was typed is there again after the session ended and the same user signed in once more.
import { useState } from 'react'
import { useMe } from './me.ts'

export type UseKept<Value> = (name: string, first: () => Value) => readonly [Value, (value: Value) => void]

/** @returns as `useState`, by the user and a name. In memory alone, since forms may hold secrets: a reload forgets. */
export function createKept<Value>(): UseKept<Value> {
  const kept = new Map<string, Value>()
  return function useKept(name, first) {
    const entry = `${useMe().user.id} ${name}`
    const [value, setValue] = useState(() => kept.get(entry) ?? first())
    const set = (next: Value) => {
      kept.set(entry, next)
      setValue(next)
    }
    return [value, set]
  }
}
