// A certificate for tests, made on the spot: no key lies in the repository, no tool has to be installed.
import { generateKeyPairSync, sign } from 'node:crypto'

export interface Certificate {
  readonly key: string
  readonly cert: string
}

/** Self-signed, valid for the given names and IPv4 addresses, and its own authority. */
export function makeCertificate(hosts: readonly string[]): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const algorithm = sequence(oid([0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02]))
  const name = sequence(der(0x31, sequence(oid([0x55, 0x04, 0x03]), der(0x0c, Buffer.from('Test')))))
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1, ...crypto.getRandomValues(new Uint8Array(8))])),
    algorithm,
    name,
    sequence(der(0x17, Buffer.from('240101000000Z')), der(0x17, Buffer.from('490101000000Z'))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(alternativeNames(hosts), authority())),
  )
  const signature = sign('sha256', body, privateKey)
  const certificate = sequence(body, algorithm, der(0x03, Buffer.concat([Buffer.from([0]), signature])))
  const lines = certificate
    .toString('base64')
    .match(/.{1,64}/g)
    ?.join('\n')
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  }
}

function alternativeNames(hosts: readonly string[]): Buffer {
  const names = hosts.map((host) =>
    /^[\d.]+$/.test(host) ? der(0x87, Buffer.from(host.split('.').map(Number))) : der(0x82, Buffer.from(host)),
  )
  return sequence(oid([0x55, 0x1d, 0x11]), der(0x04, sequence(...names)))
}

function authority(): Buffer {
  return sequence(
    oid([0x55, 0x1d, 0x13]),
    der(0x01, Buffer.from([0xff])),
    der(0x04, sequence(der(0x01, Buffer.from([0xff])))),
  )
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, Buffer.concat(parts))
}

function oid(bytes: readonly number[]): Buffer {
  return der(0x06, Buffer.from(bytes))
}

function der(tag: number, content: Buffer): Buffer {
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}
