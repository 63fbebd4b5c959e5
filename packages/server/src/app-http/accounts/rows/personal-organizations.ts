// Everyone has an organization: the one that their sign-up made.
import type { DBTransactionAdapter } from '@better-auth/core/db/adapter'
import type { Directory } from '@kiosk/stores'
import type { AccountStore } from './account-store.ts'
import { addMember, createOrganizationRow, lockUser, type Membership, membershipsOf, type User } from './people.ts'

export interface PersonalDeps {
  readonly store: AccountStore
  readonly directory: Pick<Directory, 'createOrganization'>
  readonly defaultPlan: string
}

/** Makes an organization with its first admin, whom `makeAdmin` finds or makes: all of their rows or none.
 * The directory's own row comes before, in a commit of its own, because it gives out the id: when the rows fail, an
 * organization without members is left, which nobody but the operator can see. Throws AUTH_UNAVAILABLE and what `makeAdmin` throws. */
export async function foundOrganization<U extends { readonly id: string }>(
  { store, directory, defaultPlan }: PersonalDeps,
  personName: string,
  makeAdmin: (rows: DBTransactionAdapter) => Promise<U>,
): Promise<{ readonly admin: U; readonly membership: Membership }> {
  return store.run(async (rows) => {
    const organization = await directory.createOrganization({ name: `${personName}'s organization`, plan: defaultPlan })
    return rows.transaction(async (inside) => {
      const admin = await makeAdmin(inside)
      await createOrganizationRow(inside, organization)
      const membership = await addMember(inside, {
        organizationId: organization.id,
        userId: admin.id,
        role: 'admin',
      })
      return { admin, membership }
    })
  })
}

/** For users who are in no organization any more. */
export class PersonalOrganizations {
  readonly #deps: PersonalDeps
  readonly #making = new Map<string, Promise<Membership>>()

  constructor(deps: PersonalDeps) {
    this.#deps = deps
  }

  /** Requests at once make one together, also those of several processes. Throws AUTH_UNAVAILABLE. */
  ensure(user: Pick<User, 'id' | 'name'>): Promise<Membership> {
    const running = this.#making.get(user.id)
    if (running !== undefined) return running
    const making = this.#make(user).finally(() => this.#making.delete(user.id))
    this.#making.set(user.id, making)
    return making
  }

  async #make(user: Pick<User, 'id' | 'name'>): Promise<Membership> {
    const { store } = this.#deps
    const first = async () => (await store.run((rows) => membershipsOf(rows, user.id)))[0]
    const known = await first()
    if (known !== undefined) return known
    try {
      return (await foundOrganization(this.#deps, user.name, (rows) => lonely(rows, user))).membership
    } catch (error) {
      const made = error instanceof NotLonely ? await first() : undefined
      if (made === undefined) throw error
      return made
    }
  }
}

/** The user, who is in no organization until the transaction ends. */
async function lonely<U extends { readonly id: string }>(rows: DBTransactionAdapter, user: U): Promise<U> {
  await lockUser(rows, user.id)
  if ((await membershipsOf(rows, user.id)).length > 0) throw new NotLonely()
  return user
}

/** Another process was faster. */
class NotLonely extends Error {}
