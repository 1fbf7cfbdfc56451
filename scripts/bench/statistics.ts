/** The value below which the share `p` of a sorted list lies (nearest rank); NaN for an empty one. */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  const rank = Math.max(1, Math.ceil(p * sorted.length))
  return sorted[rank - 1] ?? Number.NaN
}

/** The median: half of the figures are at most this, half at least. NaN for none. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b)
  const half = sorted.length / 2
  return ((sorted[Math.ceil(half) - 1] ?? Number.NaN) + (sorted[Math.floor(half)] ?? Number.NaN)) / 2
}

/** The width of the middle half of some figures, as a share of their median: 0.1 is ten percent. */
export function spread(figures: readonly number[]): number {
  const sorted = [...figures].sort((a, b) => a - b)
  return (quantile(sorted, 0.75) - quantile(sorted, 0.25)) / median(sorted)
}
