import type { Figures } from './compare.ts'
import { growthOf } from './measure-growth.ts'
import { type Results, type RowResult, ratioTo } from './results.ts'

/** The shop's budgets. Shares are of a reference in the same run; all other names include a unit. */
export const BUDGETS = {
  pageOfBare: 0.6,
  listOfBare: 0.5,
  listOfExpress: 1,
  /** On a machine that serves 11,000 bare JSON answers a second; in proportion on others. */
  freshPagesPerSecond: 300,
  growth: 1.5,
  crowdOfIdle: 3,
  score: 98,
  /** The limits for good pages (https://web.dev/articles/vitals and /tbt), except that nothing may visibly shift. */
  vitals: { lcpMs: 2_500, cls: 0.01, tbtMs: 200, inpMs: 200 },
  jsKb: 130,
  rssMb: 200,
  startMs: { postgres: 1_000, embedded: 3_000 },
  /** Relative to each commerce server beside it: how many times its lists per second, and which share of its memory. */
  ofCommerce: { lists: 50, memory: 0.2 },
}
const USUAL_JSON_PER_SECOND = 11_000
const CONNECTIONS = 16

/** One budget and how it was met. */
export type Verdict = {
  name: string
  kept: boolean
  figure: number
  limit: number
  unit: '×' | '/s' | 'MB' | 'kB' | 'ms' | ''
}
type Unit = Verdict['unit']

const atLeast = (name: string, figure: number, limit: number, unit: Unit): Verdict => ({
  name,
  kept: figure >= limit,
  figure,
  limit,
  unit,
})
const atMost = (name: string, figure: number, limit: number, unit: Unit): Verdict => ({
  name,
  kept: figure <= limit,
  figure,
  limit,
  unit,
})

/** A verdict on each budget that the results cover. A missing figure fails its budget. */
export function judge(results: Results): Verdict[] {
  const { crowd, growth, starts, pages } = results
  return [
    ...judgeRows(results),
    ...judgeMemory(results),
    ...growth.map((list) => atMost(`p99 of ${list.name} as it grows`, growthOf(list), BUDGETS.growth, '×')),
    atMost('p99 of pages in a crowd, of idle', crowd.busy.p99 / crowd.idle.p99, BUDGETS.crowdOfIdle, '×'),
    atMost('errors in a crowd', crowd.busy.wrong + crowd.buying.wrong, 0, ''),
    atMost('start on PostgreSQL', starts.postgres.ms, BUDGETS.startMs.postgres, 'ms'),
    atMost('start on the embedded database', starts.embedded.ms, BUDGETS.startMs.embedded, 'ms'),
    ...pages.flatMap(({ path, scores, jsKb, lcpMs, cls, tbtMs, inpMs }) => [
      ...Object.entries(scores).map(([what, score]) =>
        atLeast(`${what} of ${path}`, score, BUDGETS.score, ''),
      ),
      atMost(`largest contentful paint of ${path}`, lcpMs, BUDGETS.vitals.lcpMs, 'ms'),
      atMost(`layout shift of ${path}`, cls, BUDGETS.vitals.cls, ''),
      atMost(`total blocking time of ${path}`, tbtMs, BUDGETS.vitals.tbtMs, 'ms'),
      atMost(`interaction to next paint of ${path}`, inpMs, BUDGETS.vitals.inpMs, 'ms'),
      atMost(`JavaScript of ${path}`, jsKb, BUDGETS.jsKb, 'kB'),
    ]),
  ]
}

type Beside = { ours: readonly string[]; names: readonly string[] }

/** The budgets relative to commerce servers: each of `ours` against the list, with prices, of each of `names`. */
export function judgeBeside(figures: Record<string, Figures>, { ours, names }: Beside): Verdict[] {
  const mostMb = (which: (name: string) => boolean) =>
    Math.max(
      ...Object.entries(figures).flatMap(([name, { rssMb }]) => (which(name) ? (rssMb ?? Number.NaN) : [])),
    )
  const shopMb = mostMb((name) => ours.includes(name))
  const speed = (name: string) => figures[name]?.perSecond ?? Number.NaN
  return names.flatMap((server) => [
    ...ours.map((own) =>
      atLeast(
        `${own}, of ${server}'s list`,
        speed(own) / speed(`${server}: list with prices`),
        BUDGETS.ofCommerce.lists,
        '×',
      ),
    ),
    atMost(
      `memory, of ${server}'s`,
      shopMb / mostMb((name) => name.startsWith(`${server}:`)),
      BUDGETS.ofCommerce.memory,
      '×',
    ),
  ])
}

function judgeRows({ rows, lasting, machine }: Results): Verdict[] {
  const fresh = (BUDGETS.freshPagesPerSecond * machine.bareJsonPerSecond) / USUAL_JSON_PER_SECOND
  const speed = (row: RowResult): Verdict[] => {
    const ofBare = ratioTo(row, 'bare') ?? Number.NaN
    if (row.kind === 'page') return [atLeast(`${row.name}, of bare Node`, ofBare, BUDGETS.pageOfBare, '×')]
    if (row.kind === 'fresh page') return [atLeast(row.name, row.shop.perSecond, fresh, '/s')]
    if (row.kind === 'picture') return []
    const ofExpress = ratioTo(row, 'express') ?? Number.NaN
    return [
      ...(row.kind === 'list' ? [atLeast(`${row.name}, of bare Node`, ofBare, BUDGETS.listOfBare, '×')] : []),
      atLeast(`${row.name}, of Express`, ofExpress, BUDGETS.listOfExpress, '×'),
    ]
  }
  const errors = driven({ rows, lasting }).reduce((sum, { shop }) => sum + shop.wrong, 0)
  return [
    ...rows.filter(({ connections }) => connections === CONNECTIONS).flatMap(speed),
    atMost('wrong answers', errors, 0, ''),
  ]
}

function judgeMemory({ rows, lasting }: Results): Verdict[] {
  const known = driven({ rows, lasting }).flatMap(({ shop: { rssMb } }) => rssMb ?? [])
  return known.length > 0 ? [atMost('memory under load', Math.max(...known), BUDGETS.rssMb, 'MB')] : []
}

const driven = ({ rows, lasting }: Pick<Results, 'rows' | 'lasting'>) => (lasting ? [...rows, lasting] : rows)
