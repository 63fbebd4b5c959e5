// Who is in the demonstration: invented people, what they call their organizations, and their keys.
export const PASSWORD = 'correct horse battery'

export interface DemoPerson {
  readonly name: string
  readonly email: string
  /** Days before now on which the account was made. */
  readonly joinedDaysAgo: number
}

/** Admin of the organization that the pages show. */
export const ADA: DemoPerson = { name: 'Ada Verne', email: 'ada@harbour.example.test', joinedDaysAgo: 47 }
/** An admin as well, and the founder of a second organization that Ada is a member of. */
export const BEN: DemoPerson = { name: 'Ben Okafor', email: 'ben@harbour.example.test', joinedDaysAgo: 41 }
/** A plain member. */
export const CHLOE: DemoPerson = { name: 'Chloé Lindqvist', email: 'chloe@harbour.example.test', joinedDaysAgo: 33 }
/** Has an account and an organization of his own, and made no call yet. */
export const NOAH: DemoPerson = { name: 'Noah Adeyemi', email: 'noah@example.test', joinedDaysAgo: 1 }

export const MEMBERS = [
  BEN,
  CHLOE,
  { name: 'Dmitri Halvorsen', email: 'dmitri.halvorsen@harbour.example.test', joinedDaysAgo: 19 },
  { name: 'Esi Nakamura', email: 'esi@harbour.example.test', joinedDaysAgo: 6 },
] as const satisfies readonly DemoPerson[]

export const ORGANIZATION = 'Harbour Analytics'
export const SECOND_ORGANIZATION = 'Tidewater Lab'

/** Invitations that nobody took up yet. */
export const INVITED = ['farida.osei@partner.example.test', 'gil@harbour.example.test'] as const

export interface DemoKey {
  readonly name: string
  readonly madeDaysAgo: number
  readonly usedDaysAgo: number | null
  /** Part of the calls that come by it. */
  readonly share: number
}

export const KEYS: readonly DemoKey[] = [
  { name: 'nightly-report', madeDaysAgo: 46, usedDaysAgo: 0, share: 0.46 },
  { name: 'website', madeDaysAgo: 38, usedDaysAgo: 0, share: 0.31 },
  { name: 'support-bot', madeDaysAgo: 21, usedDaysAgo: 1, share: 0.16 },
  { name: 'ci', madeDaysAgo: 12, usedDaysAgo: 3, share: 0.04 },
  { name: 'website-next', madeDaysAgo: 1, usedDaysAgo: null, share: 0 },
]
