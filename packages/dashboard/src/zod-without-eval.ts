// Imported before any schema: zod otherwise tries `new Function` once, which the content policy reports as a violation.
import { config } from 'zod'

config({ jitless: true })
