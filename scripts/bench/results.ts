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

/** All measurements of a run, as `--json` writes them. */
export type Results = {
  at: string
  sizes: number[]
  /** `fetchedPerSecond`: the bare JSON answer requested by Node's own fetch, from one process. */
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
 * The shop's requests per second as a share of its reference's; 1 is as many. Each round is compared with the one
 * beside it, since other work on the machine changes from one moment to the next.
 */
export function ratioTo({ shop, ...others }: RowResult, reference: Reference): number | undefined {
  const other = others[reference]
  return other && median(shop.ofRounds.map((perSecond, at) => perSecond / (other.ofRounds[at] ?? Number.NaN)))
}

/** The same in processor time, which neighbours disturb least: the reference's as a share of the shop's. */
export function cpuRatioTo({ shop, ...others }: RowResult, reference: Reference): number | undefined {
  const theirs = others[reference]?.cpuMs
  return theirs && shop.cpuMs && theirs / shop.cpuMs
}
