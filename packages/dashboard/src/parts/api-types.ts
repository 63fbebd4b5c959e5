// Names for answers of the app, and for parts of them, that several pages show.
import type { z } from 'zod'
import type { loggedRequest, operationHealth, usage } from '../api/schemas.ts'

export type Usage = z.infer<typeof usage>
export type UsageDay = Usage['days'][number]
export type OperationUsage = Usage['operations'][number]
export type LoggedRequest = z.infer<typeof loggedRequest>
export type OperationHealth = z.infer<typeof operationHealth>['operations'][number]
