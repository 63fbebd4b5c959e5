// What callers write for an account of the network's index: a handle, a DID, or a link to either.
import { invalidInput } from '@kiosk/catalog'
import { withoutMarks } from './values.ts'

const DEFAULT_DOMAIN = 'bsky.social'

const DID = /^did:[a-z]+:[A-Za-z0-9._:%-]*[A-Za-z0-9._-]$/
const HANDLE = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/** A DID as it is, or a full handle in lower case. Throws `INVALID_INPUT` (field `handle`) when it is neither. */
export function actorOf(text: string): string {
  const name = unlink(withoutMarks(text)).replace(/^@/, '')
  if (DID.test(name)) return name
  const handle = ascii(name.toLowerCase())
  const full = handle.includes('.') ? handle : `${handle}.${DEFAULT_DOMAIN}`
  if (HANDLE.test(full) && full.length <= 253) return full
  throw invalidInput('handle', 'expected a handle such as name.example.com, a DID, or a link to a profile')
}

/** `https://bsky.app/profile/name/…` and `at://name/…` → `name` */
function unlink(text: string): string {
  const linked = /^(?:(?:https?:\/\/)?[^/?#\s]+\/profile\/|at:\/\/)([^/?#]+)/i.exec(text)?.[1]
  if (linked === undefined) return text
  try {
    return decodeURIComponent(linked)
  } catch {
    return linked
  }
}

/** A name with other letters than ASCII is looked up in its ASCII form, as in DNS. */
function ascii(name: string): string {
  if (!/[^ -~]/.test(name) || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(name)) return name
  return URL.canParse(`https://${name}`) ? new URL(`https://${name}`).hostname : name
}
