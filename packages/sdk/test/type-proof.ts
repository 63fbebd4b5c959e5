// Types that compile only when two types are the same.
import type { z } from 'zod'

export type Equal<A, B> =
  (<T>() => T extends Plain<A> ? 1 : 2) extends <T>() => T extends Plain<B> ? 1 : 2 ? true : false

/** Interfaces and type literals with the same members are the same to a reader. */
export type Plain<T> = T extends readonly unknown[]
  ? { [K in keyof T]: Plain<T[K]> }
  : T extends object
    ? { [K in keyof T]: Plain<T[K]> }
    : T

export type Expect<T extends true> = T

/** The schemas of the operation that a file exports. */
export type Op<Module extends { operation: { input: z.ZodType; output: z.ZodType } }> = Module['operation']
