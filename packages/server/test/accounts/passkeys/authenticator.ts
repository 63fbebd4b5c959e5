// An authenticator in software: what a device answers, rightly or with one thing wrong.
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

export interface Ceremony {
  readonly challenge: string
  /** Where the page says it is. */
  readonly origin: string
  readonly rpId: string
  /** Whether a PIN or a finger was asked for. */
  readonly isVerified?: boolean
  readonly type?: 'webauthn.create' | 'webauthn.get'
}

const PRESENT = 0x01
const VERIFIED = 0x04
const HAS_KEY = 0x40

export class Authenticator {
  readonly id = randomBytes(32)
  readonly #privateKey: KeyObject
  readonly #publicKey: KeyObject
  /** Of uses; 0 always, where a device does not count. */
  counter = 0

  constructor() {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    this.#privateKey = privateKey
    this.#publicKey = publicKey
  }

  /** What `navigator.credentials.create` gives, as JSON. */
  create(ceremony: Ceremony) {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(this.id.length)
    const key = Buffer.concat([Buffer.alloc(16), length, this.id, coseKey(this.#publicKey)])
    const data = Buffer.concat([this.#head(ceremony, HAS_KEY), key])
    return this.#credential({
      clientDataJSON: clientData(ceremony, 'webauthn.create').toString('base64url'),
      attestationObject: attestation(data).toString('base64url'),
      transports: ['internal', 'hybrid', 'something-newer'],
    })
  }

  /** What `navigator.credentials.get` gives, as JSON. @param as id of another credential to claim */
  get(ceremony: Ceremony, as: Uint8Array = this.id) {
    const data = this.#head(ceremony, 0)
    const client = clientData(ceremony, 'webauthn.get')
    const signed = Buffer.concat([data, createHash('sha256').update(client).digest()])
    const response = {
      clientDataJSON: client.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: createSign('sha256').update(signed).sign(this.#privateKey).toString('base64url'),
      userHandle: randomBytes(32).toString('base64url'),
    }
    return this.#credential(response, as)
  }

  #head({ rpId, isVerified = true }: Ceremony, flags: number): Buffer {
    const rest = Buffer.alloc(5)
    rest.writeUInt8(PRESENT | (isVerified ? VERIFIED : 0) | flags)
    rest.writeUInt32BE(this.counter, 1)
    return Buffer.concat([createHash('sha256').update(rpId).digest(), rest])
  }

  #credential(response: object, as: Uint8Array = this.id) {
    const id = Buffer.from(as).toString('base64url')
    const authenticatorAttachment = 'platform'
    return { id, rawId: id, type: 'public-key', authenticatorAttachment, clientExtensionResults: {}, response }
  }
}

function clientData({ challenge, origin, type }: Ceremony, usual: string): Buffer {
  return Buffer.from(JSON.stringify({ type: type ?? usual, challenge, origin, crossOrigin: false }))
}

/** CBOR of {1: 2, 3: -7, -1: 1, -2: x, -3: y}: a key of P-256 for ES256. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const number = (text: string) => Buffer.from(text, 'base64url')
  return Buffer.concat([
    Buffer.from('a50102032620012158', 'hex'),
    Buffer.of(32),
    number(x),
    Buffer.from('2258', 'hex'),
    Buffer.of(32),
    number(y),
  ])
}

/** CBOR of {fmt: 'none', attStmt: {}, authData}. */
function attestation(data: Buffer): Buffer {
  const text = (word: string) => Buffer.concat([Buffer.of(0x60 + word.length), Buffer.from(word)])
  const parts = [Buffer.of(0xa3), text('fmt'), text('none'), text('attStmt'), Buffer.of(0xa0), text('authData')]
  return Buffer.concat([...parts, Buffer.of(0x58, data.length), data])
}
