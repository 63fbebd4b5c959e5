// What the accounts of this service accept.
import { z } from 'zod'

export const newPassword = z.string().min(8).max(128)

export const newAccount = z.object({
  name: z.string().trim().min(1).max(80),
  email: z.email().max(254),
  password: newPassword,
})
