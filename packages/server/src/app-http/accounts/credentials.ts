// What an e-mail address and a password may be, at every door.
import { z } from 'zod'

export const passwordLength = { min: 8, max: 128 } as const

export const emailAddress = z.email().max(254)
export const newPassword = z.string().min(passwordLength.min).max(passwordLength.max)
/** One that was accepted once, or never will be. */
export const knownPassword = z.string().min(1).max(passwordLength.max)
