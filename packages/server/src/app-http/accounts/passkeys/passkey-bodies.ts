// What browsers make of a passkey's answer (`PublicKeyCredential.toJSON`), bounded. Members that are not needed fall out.
import { passkeyName } from '@kiosk/dashboard'
import { z } from 'zod'
import { knownPassword } from '../credentials.ts'

/** Base64url of what an authenticator said. */
const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/, 'expected base64url')

const id = bytes(1400)
const credential = {
  id,
  rawId: id,
  type: z.literal('public-key'),
  clientExtensionResults: z.object({}).default({}),
}

const transports = z.array(z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'])).max(7)

export const passkeyBodies = {
  creation: z.strictObject({ currentPassword: knownPassword }),
  created: passkeyName.extend({
    response: z.object({
      ...credential,
      response: z.object({
        clientDataJSON: bytes(4000),
        attestationObject: bytes(16_000),
        // Names that are newer than these say nothing to us.
        transports: transports.catch([]),
      }),
    }),
  }),
  signIn: z.strictObject({
    response: z.object({
      ...credential,
      response: z.object({
        clientDataJSON: bytes(4000),
        authenticatorData: bytes(4000),
        signature: bytes(2000),
      }),
    }),
  }),
}
