// Who wrote a package: names and addresses out of one mail header line, which the index keeps as it was uploaded.
import { decodeEncodedWords } from '../../shared/rfc2047.ts'

export interface Mailboxes {
  /** Display names; empty when there are only addresses. */
  readonly names: readonly string[]
  readonly addresses: readonly string[]
}

const ADDRESS = /[^\s<>()[\],;:"'\\@]+@[^\s<>()[\],;:"'\\@]+/

/** Longer lines are no list of people; a bound for the parser. */
const MAX_CHARS = 10_000

/** `Ana Muñoz <ana@x>, b@y` → names `Ana Muñoz`, addresses `ana@x` and `b@y`. Encoded words are decoded first. */
export function parseMailboxes(line: string): Mailboxes {
  const boxes = pieces(decodeEncodedWords(line.slice(0, MAX_CHARS))).flatMap(mailboxes)
  return {
    names: boxes.flatMap(({ name, address }) => (name !== '' && address !== null ? [name] : [])),
    addresses: boxes.flatMap(({ address }) => address ?? []),
  }
}

/** Cut at commas and semicolons; a piece without an address belongs to the next one, since names hold commas too (`Muñoz, Ana <…>`). */
function pieces(line: string): string[] {
  const cut: string[] = []
  let open = ''
  for (const piece of line.match(/(?:"(?:[^"\\]|\\.)*"|[^,;])+[,;]?/g) ?? []) {
    open += piece
    if (!ADDRESS.test(unquoted(piece))) continue
    cut.push(open)
    open = ''
  }
  return cut
}

function unquoted(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"/g, '')
}

/** Mostly one; addresses that only blanks or words part (`a@x b@y`) have no names. */
function mailboxes(piece: string): { name: string; address: string | null }[] {
  const bare = unquoted(piece)
  const addresses = bare.includes('<') ? [] : (bare.match(new RegExp(ADDRESS, 'g')) ?? [])
  return addresses.length > 1 ? addresses.map((address) => ({ name: '', address })) : [mailbox(piece)]
}

/** `Name <address>`, `address (Name)`, `Name address` or only an address. */
function mailbox(piece: string): { name: string; address: string | null } {
  const bracketed = /<[^<>]*>/.exec(piece)?.[0]
  const address = ADDRESS.exec(bracketed ?? unquoted(piece))?.[0] ?? null
  const rest = bracketed === undefined ? piece.replace(address ?? '', '') : piece.replace(bracketed, '')
  const name = rest
    .replace(/[,;]\s*$/, '')
    .replace(/mailto:/i, '')
    .trim()
    .replace(/^\((.*)\)$/, '$1')
    .replace(/^"(.*)"$/, '$1')
    .replace(/\\(.)/g, '$1')
    .trim()
  return { name, address }
}
