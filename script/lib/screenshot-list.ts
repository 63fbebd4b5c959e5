// Which scenes the documentation shows, and how.
export interface Picture {
  readonly scene: string
  readonly looks: readonly string[]
  /** Heading that stands at the upper edge. */
  readonly from?: string
  /** False: no higher than a window, however long the page is. */
  readonly grows?: boolean
}

const both = ['wide', 'phone']
const withDark = ['wide', 'phone', 'wide-dark']

/** In the order in which they are taken: the log is shown before answers are asked for. */
export const pictures: readonly Picture[] = [
  { scene: 'sign-in', looks: both },
  { scene: 'sign-up', looks: both },
  { scene: 'invitation', looks: both },
  { scene: 'overview', looks: ['wide', 'phone', 'wide-dark', 'phone-dark'] },
  { scene: 'overview-first-steps', looks: both },
  { scene: 'keys', looks: withDark },
  { scene: 'keys-create', looks: both },
  { scene: 'keys-created', looks: both },
  { scene: 'requests', looks: withDark, grows: false },
  { scene: 'request-open', looks: both, grows: false },
  { scene: 'status', looks: both },
  { scene: 'members', looks: both },
  { scene: 'settings', looks: both },
  { scene: 'connect', looks: both, grows: false },
  { scene: 'catalog', looks: withDark },
  { scene: 'operation', looks: withDark },
  { scene: 'answer-image', looks: both, from: 'Answer', grows: false },
  { scene: 'answer-markdown', looks: withDark, from: 'Answer', grows: false },
  { scene: 'answer-table', looks: both, from: 'Answer', grows: false },
]
