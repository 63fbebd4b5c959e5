import type { Organization } from '@kiosk/engine'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { MakeSite, Site } from '../contract.ts'
import { anOrganization, START } from '../samples.ts'

export interface Clocked {
  /** The site that the tests of a `describe` share. */
  site(): Site
  /** An organization of the running test alone. */
  organization(): Organization
  now(): number
  /** Moves every clock on. */
  pass(ms: number): void
}

/** One site for all tests of the surrounding `describe`, since opening one takes longer than most tests; what keeps the
 * tests apart is that each has an organization of its own. The clock stands, and begins anew with each test. */
export function clockedSite(makeSite: MakeSite): Clocked {
  let now = START
  let tests = 0
  let site: Site | null = null
  beforeAll(async () => {
    site = await makeSite(() => now)
  })
  beforeEach(() => {
    now = START
    tests += 1
  })
  afterAll(async () => {
    await site?.dispose()
    site = null
  })
  return {
    site() {
      if (site === null) throw new Error('There is a site only while tests run.')
      return site
    },
    organization: () => anOrganization(`org_${tests}`),
    now: () => now,
    pass(ms) {
      now += ms
    },
  }
}
