/** A name as the caller spelled it. As JSON, and so in cache keys, all spellings that the index treats as the same are one. */
export class PackageName {
  readonly given: string

  constructor(given: string) {
    this.given = given
  }

  toJSON(): string {
    return this.given.toLowerCase().replace(/[-_.]+/g, '-')
  }
}
