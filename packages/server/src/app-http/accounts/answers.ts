// What routes of sign-in share: the library's results as answers, its refusals as ours, and the counting of guesses.
import { OperationError } from '@kiosk/catalog'
import type { FastifyReply } from 'fastify'
import { libraryRefusal } from './library-refusals.ts'
import type { AccountStore } from './rows/account-store.ts'
import type { Attempt } from './throttle.ts'

/** A result of the library, with the cookies that it sets. */
export interface Result<T> {
  readonly headers: Headers
  readonly response: T
}

/** Sends what `show` leaves of a result, with its cookies. Tokens of sessions belong into cookies, where no script reads them. */
export async function answer<T>(
  store: AccountStore,
  reply: FastifyReply,
  call: () => Promise<Result<T>>,
  show: (response: T) => unknown,
): Promise<FastifyReply> {
  const { headers, response } = await libraryCall(store, call)
  const cookies = headers.getSetCookie()
  if (cookies.length > 0) reply.header('set-cookie', cookies)
  // Fastify would send null as nothing.
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(show(response)))
}

/** Who has signed in. */
export function userOf<U>({ user }: { readonly user: U }): { readonly user: U } {
  return { user }
}

/** Throws what the library refuses as `OperationError`. */
export async function libraryCall<T>(store: AccountStore, call: () => Promise<T>): Promise<T> {
  try {
    return await store.run(call)
  } catch (error) {
    throw libraryRefusal(error)
  }
}

/** Runs what an attempt is for. @param failure code that says that the guess was wrong; anything else is no guess */
export async function counted<T>(
  attempt: Attempt,
  failure: OperationError['code'],
  work: () => Promise<T>,
): Promise<T> {
  try {
    const result = await work()
    attempt.succeeded()
    return result
  } catch (error) {
    if (error instanceof OperationError && error.code === failure) attempt.failed()
    else attempt.abandoned()
    throw error
  }
}
