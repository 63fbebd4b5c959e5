import type { z } from 'zod'
import type { CapabilityName, Context } from './context.ts'
import type { ErrorCode } from './errors.ts'
import { isSlug, type Slug } from './names.ts'
import type { Provider } from './provider.ts'
import { hasSecrets } from './secret.ts'

export const categories = [
  'web',
  'developer',
  'finance',
  'search',
  'language',
  'reference',
  'social',
  'media',
  'email',
  'maps',
  'jobs',
] as const

export type Category = (typeof categories)[number]

/** `public`; `credentials`: needs the caller's third-party credentials and only reads; `account`: acts on an account. */
export type Access = 'public' | 'credentials' | 'account'

/** Queues that do not delay each other. */
export type Lane = 'light' | 'socket' | 'browser' | 'mail' | 'job'

/** One example: prefilled form, docs, SDK, MCP, replay test, sandbox and canary. */
export interface Example<Input> {
  readonly title: string
  readonly input: Input
  /** Set when the example shows a failure. */
  readonly fails?: ErrorCode
}

export interface OperationSpec<
  Settings,
  Input extends z.ZodType,
  Output extends z.ZodType,
  Needs extends CapabilityName,
> {
  readonly provider: Provider<Settings>
  readonly slug: Slug
  /** Internal id, `provider.camelCase`. */
  readonly id: string
  readonly title: string
  readonly description: string
  readonly category: Category
  readonly tags: readonly string[]
  /** Weight of a fresh 2xx answer. */
  readonly units: number
  readonly timeoutSec: number
  /** Cache window; 0: none. */
  readonly cacheSec: number
  readonly access: Access
  /** Default `light`. */
  readonly lane?: Lane
  /** Largest request body; default 256 KiB. */
  readonly maxBodyBytes?: number
  /** True when the plan `guest` does not have it although `access` is `public`. */
  readonly notForGuests?: boolean
  readonly needs: readonly Needs[]
  /** A `z.strictObject`: unknown fields are refused. */
  readonly input: Input
  /** A `z.object`: fields may be added later. */
  readonly output: Output
  readonly examples: readonly [Example<z.input<Input>>, ...Example<z.input<Input>>[]]
  run(ctx: Context<Needs, Settings>, input: z.output<Input>): Promise<z.input<Output>>
}

/** An operation as the engine and the views see it: the types of its fields are erased, its rules are not. */
export interface Operation {
  readonly provider: Provider
  readonly slug: Slug
  readonly id: string
  readonly title: string
  readonly description: string
  readonly category: Category
  readonly tags: readonly string[]
  readonly units: number
  readonly timeoutSec: number
  readonly cacheSec: number
  readonly access: Access
  readonly lane: Lane
  readonly maxBodyBytes: number
  readonly notForGuests: boolean
  readonly needs: readonly CapabilityName[]
  readonly input: z.ZodType
  readonly output: z.ZodType
  readonly examples: readonly Example<unknown>[]
  /** True when a field of the input (other than `proxyUrl`) is a credential: cached per organization, stored encrypted. */
  readonly takesSecrets: boolean
  run(ctx: Context<CapabilityName, Record<string, unknown>>, input: unknown): Promise<unknown>
}

/** The types of its fields, for those who name one operation. */
export interface Schemas<Input extends z.ZodType, Output extends z.ZodType> {
  readonly input: Input
  readonly output: Output
}

const DEFAULT_MAX_BODY_BYTES = 256 * 1024

/** Checks the parts that types cannot say. Throws `TypeError` on a wrong definition. */
export function defineOperation<
  Settings,
  Input extends z.ZodType,
  Output extends z.ZodType,
  const Needs extends CapabilityName,
>(spec: OperationSpec<Settings, Input, Output, Needs>): Operation & Schemas<Input, Output> {
  if (!isSlug(spec.slug)) throw new TypeError(`${spec.slug}: a slug is kebab-case words and .get or .post`)
  if (!spec.id.startsWith(`${spec.provider.name}.`))
    throw new TypeError(`${spec.slug}: id must begin with its provider`)
  if (spec.access === 'account' && spec.cacheSec > 0)
    throw new TypeError(`${spec.slug}: acts on an account, so no cache`)
  let takesSecrets: boolean | undefined
  return {
    ...spec,
    lane: spec.lane ?? 'light',
    maxBodyBytes: spec.maxBodyBytes ?? DEFAULT_MAX_BODY_BYTES,
    notForGuests: spec.notForGuests ?? false,
    get takesSecrets() {
      // On first use: making a JSON Schema for every operation at start would cost more than loading them.
      takesSecrets ??= hasSecrets(spec.input)
      return takesSecrets
    },
    // The engine hands `run` only what `input` made and only the capabilities it named: the one place where types are erased.
    run: spec.run as Operation['run'],
  }
}
