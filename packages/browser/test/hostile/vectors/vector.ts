// One way in which a page may try to reach what it must not.

/** Where a vector leads. */
export interface Target {
  /** Of the vector's own canary. */
  readonly port: number
  /** `127.0.0.1:<port>` */
  readonly authority: string
  /** `http://127.0.0.1:<port>/` */
  readonly url: string
  /** Origin of the hostile site, which may be reached. */
  readonly site: string
  /** Address of the site that answers with a redirect to `to`. */
  readonly redirect: (to: string, status?: number) => string
}

export interface Vector {
  readonly name: string
  /** The frame that tries it. */
  readonly frame: (target: Target) => string
  /** Headers that the site serves the frame with. */
  readonly headers?: (target: Target) => Readonly<Record<string, string>>
  /** What is reached where nobody guards: the suite's teeth. `never`: browsers do not do it from a page of http at all;
   * it stays in the list in case one begins to. `perhaps`: depends on the kind and the mood of the browser. */
  readonly reaches: 'tcp' | 'udp' | 'never' | 'perhaps'
  /** True when only a page of the site can try it: it needs an address, headers or files of its own. */
  readonly needsSite?: boolean
}

/** Several vectors of one kind. */
export function vectors(
  reaches: Vector['reaches'],
  frames: Readonly<Record<string, (target: Target) => string>>,
  more: Pick<Vector, 'needsSite'> = {},
): Vector[] {
  return Object.entries(frames).map(([name, frame]) => ({ name, frame, reaches, ...more }))
}

/** A frame that runs a script; what it throws is nobody's business. */
export function script(body: string): string {
  return `<!doctype html><body><script>(async () => { ${body} })().catch(() => {})</script>`
}
