/** What an entry of a cache costs beyond its texts and bytes: the map's slot and the objects around. */
export const ENTRY_OVERHEAD_BYTES = 250

/** A copy that holds no more memory than it shows: a view would keep the whole buffer it was cut from. */
export function tight(bytes: Uint8Array): Uint8Array {
  return bytes.byteLength === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
}
