import type { Figures } from './compare.ts'

/** What the shop is compared with. */
export type Reference = 'bare' | 'pg' | 'express'

export type RowResult = {
  name: string
  kind: string
  connections: number
  shop: Figures
} & Partial<Record<Reference, Figures>>

/** All that a run has measured, as `--json` writes it. */
export type Results = {
  at: string
  machine: { cpus: number; model: string; node: string; bareJsonPerSecond: number }
  rows: RowResult[]
}

/** How many of the requests per second of its reference the shop reaches; 1 is as many. */
export function ratioTo(row: RowResult, reference: Reference): number | undefined {
  const other = row[reference]
  return other && row.shop.perSecond / other.perSecond
}
