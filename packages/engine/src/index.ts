export * from './call.ts'
export { type CallFacts, Engine, type EngineDeps } from './engine.ts'
export { errorOutcome } from './envelope.ts'
export { generateKey, hashKey, isWellFormedKey, keyLabel } from './key-format.ts'
export { Lanes } from './lanes.ts'
export { type Month, monthAt } from './month.ts'
export { type Plan, type Plans, planOf, unitLimit } from './plans.ts'
export * from './ports.ts'
export { RequestIds } from './request-ids.ts'
export { createSealer, deriveKey, type Sealer } from './sealer.ts'
export {
  SESSION_TOKEN_LIFETIME_MS,
  type SessionClaims,
  type SessionRequest,
  sessionBodyDigest,
  sessionKey,
  signSessionToken,
} from './session/session-token.ts'
export { SessionVerifier } from './session/session-verifier.ts'
export type { Registry } from './steps/authorize.ts'
