// The few parts of smtp-server that tests use; it brings no types.
declare module 'smtp-server' {
  import type { Server } from 'node:net'
  import type { Readable } from 'node:stream'

  interface Session {
    readonly secure: boolean
    readonly envelope: {
      readonly mailFrom: { readonly address: string } | false
      readonly rcptTo: readonly { readonly address: string }[]
    }
  }

  interface Options {
    readonly logger?: boolean
    readonly authOptional?: boolean
    /** Commands that the server does not know, such as STARTTLS. */
    readonly disabledCommands?: readonly string[]
    readonly allowInsecureAuth?: boolean
    readonly secure?: boolean
    onAuth?(
      auth: { readonly username?: string; readonly password?: string },
      session: Session,
      done: (error: Error | null, response?: { readonly user: string }) => void,
    ): void
    onRcptTo?(address: { readonly address: string }, session: Session, done: (error?: Error) => void): void
    onData?(stream: Readable, session: Session, done: (error?: Error) => void): void
  }

  class SMTPServer {
    readonly server: Server
    constructor(options?: Options)
    listen(port: number, host: string, listening: () => void): void
    close(closed: () => void): void
    on(event: 'error', listener: (error: Error) => void): this
  }
}
