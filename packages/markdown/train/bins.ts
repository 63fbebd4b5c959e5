// Values as bins of about equal size, which is what trees are grown on.

export interface Table {
  readonly rows: number
  /** Values by column and row, as bins. */
  readonly columns: readonly Uint8Array[]
  /** By column: upper edges of all bins but the last. */
  readonly edges: readonly Float32Array[]
}

/** Bins row-major values by quantiles. */
export function binRows(values: Float32Array, width: number): Table {
  const rows = values.length / width
  const edges = Array.from({ length: width }, (_, column) => edgesOf(values, width, column, rows))
  const columns = edges.map((own, column) => {
    const bins = new Uint8Array(rows)
    for (let row = 0; row < rows; row++) bins[row] = binOf(own, values[row * width + column] ?? 0)
    return bins
  })
  return { rows, columns, edges }
}

function edgesOf(values: Float32Array, width: number, column: number, rows: number): Float32Array {
  const step = Math.max(1, Math.floor(rows / 60_000))
  const sample = new Float32Array(Math.ceil(rows / step))
  for (let at = 0; at < sample.length; at++) sample[at] = values[at * step * width + column] ?? 0
  sample.sort()
  const edges: number[] = []
  for (let bin = 1; bin < 255; bin++) {
    const at = Math.floor((bin / 255) * sample.length)
    const [low, high] = [sample[at - 1] ?? 0, sample[at] ?? 0]
    // An edge between two values, so that rounding in the model file cannot move a value over it.
    const edge = low < high ? Math.fround((low + high) / 2) : low
    if (edge < (sample.at(-1) ?? 0) && (edges.length === 0 || edge > (edges.at(-1) ?? 0))) edges.push(edge)
  }
  return Float32Array.from(edges)
}

function binOf(edges: Float32Array, value: number): number {
  let [low, high] = [0, edges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (value <= (edges[middle] ?? 0)) high = middle
    else low = middle + 1
  }
  return low
}
