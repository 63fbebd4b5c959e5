// Shapes of packages that bring none, as far as the bench uses them.
declare module 'turndown' {
  interface Options {
    readonly headingStyle?: 'atx' | 'setext'
    readonly codeBlockStyle?: 'indented' | 'fenced'
    readonly bulletListMarker?: '-' | '*' | '+'
  }
  class TurndownService {
    constructor(options?: Options)
    use(plugin: (service: TurndownService) => void): this
    turndown(html: string): string
  }
  export = TurndownService
}

declare module '@joplin/turndown-plugin-gfm' {
  import type TurndownService from 'turndown'
  export function gfm(service: TurndownService): void
}
