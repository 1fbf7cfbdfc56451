import type { Figures } from './compare.ts'
import type { CrowdResult } from './measure-crowd.ts'
import type { Growth } from './measure-growth.ts'
import type { LastingResult } from './measure-lasting.ts'
import type { PageResult } from './measure-pages.ts'
import type { PeopleResult } from './measure-people.ts'
import type { StartResult } from './measure-start.ts'
import type { Row } from './rows.ts'
import { median } from './statistics.ts'

/** What the shop is compared with. */
export type Reference = 'bare' | 'pg' | 'express'

export type RowResult = {
  name: string
  kind: Row['kind']
  connections: number
  shop: Figures
} & Partial<Record<Reference, Figures>>

/** All that a run has measured, as `--json` writes it. */
export type Results = {
  at: string
  sizes: number[]
  /** `fetchedPerSecond`: the bare JSON answer as Node's own fetch asks for it, from one process. */
  machine: { cpus: number; model: string; node: string; bareJsonPerSecond: number; fetchedPerSecond: number }
  rows: RowResult[]
  /** Not with --quick. */
  lasting: LastingResult | undefined
  people: PeopleResult
  crowd: CrowdResult
  growth: Growth[]
  starts: Record<'postgres' | 'embedded', StartResult>
  /** Not with --quick. */
  pages: PageResult[]
}

/**
 * How many of the requests per second of its reference the shop reaches; 1 is as many. Each round is compared with
 * the one beside it, since what else the machine does changes from one moment to the next.
 */
export function ratioTo({ shop, ...others }: RowResult, reference: Reference): number | undefined {
  const other = others[reference]
  return other && median(shop.ofRounds.map((perSecond, at) => perSecond / (other.ofRounds[at] ?? Number.NaN)))
}

/** The same in processor time, which neighbours disturb least: how much of the shop's the reference needs. */
export function cpuRatioTo({ shop, ...others }: RowResult, reference: Reference): number | undefined {
  const theirs = others[reference]?.cpuMs
  return theirs && shop.cpuMs && theirs / shop.cpuMs
}
