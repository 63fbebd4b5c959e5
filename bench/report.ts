// Figures as Markdown tables.

export interface Table {
  readonly header: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.NaN
}

export function markdownTable({ header, rows }: Table): string {
  return [header, header.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}
