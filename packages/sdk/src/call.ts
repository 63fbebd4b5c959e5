// What a method gives back: a promise of the output, with more to ask of it.
import type { Receipt } from './receipt.ts'

/** An answer and how it was served. */
export interface Answer<Output> {
  readonly data: Output
  readonly receipt: Receipt
}

/** A call under way: `await` it for the output. It was sent when it was made, and is sent once however often it is awaited. */
export class Call<Output> implements PromiseLike<Output> {
  readonly #answer: Promise<Answer<Output>>

  constructor(answer: Promise<Answer<Output>>) {
    this.#answer = answer
  }

  // biome-ignore lint/suspicious/noThenProperty: what `await` looks for
  then<A = Output, B = never>(
    onOutput?: ((output: Output) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#answer.then(({ data }) => data).then(onOutput, onError)
  }

  catch<B = never>(onError?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<Output | B> {
    return this.then(null, onError)
  }

  finally(onEnd?: (() => void) | null): Promise<Output> {
    return this.then().finally(onEnd)
  }

  /** The output with what it cost: units, quota left, cache, replay, request id. */
  withReceipt(): Promise<Answer<Output>> {
    return this.#answer
  }
}

/** A call whose output holds a file. */
export class FileCall<Output> extends Call<Output> {
  readonly #field: string

  constructor(answer: Promise<Answer<Output>>, field: string) {
    super(answer)
    this.#field = field
  }

  /** The bytes of the file (the image, the PDF); in Node a Buffer. */
  async toBuffer(): Promise<Uint8Array<ArrayBuffer>> {
    const output = await this
    const base64 = (output as Readonly<Record<string, unknown>>)[this.#field]
    if (typeof base64 !== 'string') throw new TypeError(`the output has no ${this.#field}`)
    return bytesOf(base64)
  }
}

/** Bytes of base64 text; in Node a Buffer. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const { Buffer } = globalThis as { Buffer?: { from(text: string, encoding: 'base64'): Uint8Array<ArrayBuffer> } }
  return Buffer?.from(base64, 'base64') ?? Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
}
