// A real mail server on loopback, and what it was given.
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Secret } from '@kiosk/catalog'
import { SMTPServer } from 'smtp-server'
import { onTestFinished, vi } from 'vitest'
import { createMailer, type Mailer } from '../../../src/app-http/mail/mailer.ts'

export interface ReceivedMail {
  readonly from: string
  readonly to: readonly string[]
  /** Headers and body as they came. */
  readonly source: string
  /** Whether it came under TLS. */
  readonly isSecure: boolean
}

export interface MailServer {
  readonly port: number
  readonly address: string
  readonly mails: readonly ReceivedMail[]
  /** Names and passwords of those who signed in. */
  readonly logins: readonly string[]
  /** Waits for so many mails. */
  received(count: number): Promise<readonly ReceivedMail[]>
}

export interface MailServerOptions {
  readonly hasStartTls?: boolean
  /** TLS from the first byte. */
  readonly isImplicit?: boolean
  /** Refuses every recipient, naming the address as servers do. */
  readonly refuses?: boolean
  /** Takes a mail only when this has resolved. */
  readonly held?: Promise<void>
}

/** Stopped with the test. */
export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const server = await listenForMail(options)
  onTestFinished(() => server.stop())
  return server
}

export async function listenForMail(options: MailServerOptions = {}): Promise<MailServer & { stop(): Promise<void> }> {
  const { hasStartTls = true, isImplicit = false, refuses = false, held } = options
  const mails: ReceivedMail[] = []
  const logins: string[] = []
  const server = new SMTPServer({
    // Also keeps quiet about its own certificate, whose key everybody has.
    logger: false,
    authOptional: true,
    allowInsecureAuth: true,
    secure: isImplicit,
    disabledCommands: hasStartTls ? [] : ['STARTTLS'],
    onAuth({ username = '', password = '' }, _session, done) {
      logins.push(`${username} ${password}`)
      done(null, { user: username })
    },
    onRcptTo: ({ address }, _session, done) =>
      refuses ? done(new Error(`<${address}>: no such mailbox here`)) : done(),
    async onData(stream, { secure, envelope: { mailFrom, rcptTo } }, done) {
      const source = await text(stream)
      await held
      const from = mailFrom === false ? '' : mailFrom.address
      mails.push({ from, to: rcptTo.map(({ address }) => address), source, isSecure: secure })
      done()
    },
  })
  // A client that turns away at a certificate is what some tests are about.
  server.on('error', () => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.server.address() as AddressInfo
  return {
    port,
    address: `${isImplicit ? 'smtps' : 'smtp'}://127.0.0.1:${port}`,
    mails,
    logins,
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
    received: (count) => vi.waitUntil(() => (mails.length >= count ? mails : false), { timeout: 5000, interval: 10 }),
  }
}

export interface OpenedMailer {
  readonly mailer: Mailer
  readonly faults: readonly string[]
}

/** A mailer of the app for that server. */
export function openMailer(address: string, egressAllow = ''): OpenedMailer {
  const faults: string[] = []
  const mailer = createMailer({
    url: new Secret(address),
    from: { name: 'Kiosk', address: 'kiosk@example.test' },
    egressAllow,
    onFault: (reason) => faults.push(reason),
  })
  onTestFinished(() => mailer.close())
  return { mailer, faults }
}

/** The text of a mail, without the marks of its transfer encoding. */
export function textOf({ source }: ReceivedMail): string {
  const [head = '', ...body] = source.split('\r\n\r\n')
  const coded = body.join('\r\n\r\n')
  if (!/^content-transfer-encoding: quoted-printable$/im.test(head)) return coded
  return coded
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}
