// How the operator's mail server is spoken to: under TLS, unless it is on this machine or named as one that needs none.
import { createAllowList } from '@kiosk/egress'
import type SMTPTransport from 'nodemailer/lib/smtp-transport'
import { isLoopback } from '../../config.ts'

const SUBMISSION_PORT = 587
const SUBMISSIONS_PORT = 465

/** @param address smtp://user:password@host:587 (STARTTLS) or smtps://user:password@host:465
 * @param egressAllow KIOSK_EGRESS_ALLOW: a mail host that it names may do without TLS, as one on loopback may */
export function smtpOptions(address: string, egressAllow: string): SMTPTransport.Options {
  const url = new URL(address)
  const secure = url.protocol === 'smtps:'
  const port = Number(url.port) || (secure ? SUBMISSIONS_PORT : SUBMISSION_PORT)
  const host = url.hostname.toLowerCase().replace(/^\[|\]$/g, '')
  const needsTls = !isLoopback(address) && !createAllowList(egressAllow).has(host, port)
  return {
    host,
    port,
    secure,
    requireTLS: needsTls,
    // Who may do without TLS may as well show a certificate that nobody signed.
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: needsTls },
    ...(url.username !== '' && { auth: { user: decoded(url.username), pass: decoded(url.password) } }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** A stray percent sign stands for itself. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
