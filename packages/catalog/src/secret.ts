import { z } from 'zod'

const REDACTED = '[redacted]'

/** A value that cannot be printed: every way to text gives `[redacted]`. `reveal()` is for the socket alone. */
export class Secret<T extends string = string> {
  readonly #value: T

  constructor(value: T) {
    this.#value = value
  }

  reveal(): T {
    return this.#value
  }

  toString(): string {
    return REDACTED
  }

  toJSON(): string {
    return REDACTED
  }

  [Symbol.toPrimitive](): string {
    return REDACTED
  }

  [Symbol.for('nodejs.util.inspect.custom')](): string {
    return REDACTED
  }
}

/** Marks a string field as a credential: parsed into a `Secret`, shown as `x-secret` in every JSON Schema. */
export function secret<T extends z.ZodType<string, string>>(schema: T) {
  return schema.transform((value) => new Secret(value)).meta({ 'x-secret': true })
}

/** True when an input has a field marked by `secret`, at any depth. A proxy is judged by its own rules and does not count. */
export function hasSecrets(input: z.ZodType): boolean {
  const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' })
  return JSON.stringify(schema, (key, value) => (key === 'proxyUrl' ? undefined : value)).includes('"x-secret":true')
}
