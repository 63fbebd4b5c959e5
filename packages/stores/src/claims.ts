/** Names that are given out once and for all: the shape of the catalog's capability `claims`. */
export interface Claims {
  /** True when nobody took `name` of this `kind` before, on any node, ever; then it is taken, durably.
   * Throws `StoreUnavailable`. */
  claim(kind: string, name: string): Promise<boolean>
}
