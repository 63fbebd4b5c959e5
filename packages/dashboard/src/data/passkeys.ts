// Passkeys as this browser has them: its own functions turn what the service sends into what an authenticator takes, and back.
import { ApiError } from '../api/api-error.ts'

/** False in a browser that is too old, and where the page was not loaded securely. */
export function hasPasskeys(): boolean {
  return (
    typeof PublicKeyCredential !== 'undefined' &&
    'parseCreationOptionsFromJSON' in PublicKeyCredential &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential &&
    'toJSON' in PublicKeyCredential.prototype
  )
}

/** Lets the user make a passkey. Throws `ApiError` in words for them. */
export function makePasskey(options: PublicKeyCredentialCreationOptionsJSON): Promise<unknown> {
  return answerOf(() =>
    navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) }),
  )
}

/** Lets the user choose a passkey and prove that they have it. Throws as `makePasskey` does. */
export function askForPasskey(options: PublicKeyCredentialRequestOptionsJSON): Promise<unknown> {
  return answerOf(() =>
    navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) }),
  )
}

async function answerOf(ask: () => Promise<Credential | null>): Promise<unknown> {
  const credential = await ask().catch((cause: unknown) => {
    throw refusal(cause)
  })
  if (credential instanceof PublicKeyCredential) return credential.toJSON()
  throw refusal(null)
}

function refusal(cause: unknown): ApiError {
  const name = cause instanceof DOMException ? cause.name : ''
  return new ApiError(texts[name] ?? 'The browser could not use a passkey.', { code: 'PASSKEY', status: 0, cause })
}

const texts: Readonly<Record<string, string>> = {
  // Browsers do not tell the two apart, so that no page learns which passkeys there are.
  NotAllowedError: 'No passkey was used: the browser was told to stop, or waited too long.',
  InvalidStateError: 'This device has a passkey for your account already.',
  SecurityError: 'Passkeys work at the public address of this service only.',
}
