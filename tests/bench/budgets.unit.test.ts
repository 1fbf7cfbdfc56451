import { expect, it } from 'vitest'
import { BUDGETS, judge, judgeBeside } from '../../scripts/bench/budgets.ts'
import type { Figures } from '../../scripts/bench/compare.ts'
import type { Results, RowResult } from '../../scripts/bench/results.ts'

const figures = (ofRounds: number[], more: Partial<Figures> = {}): Figures => ({
  perSecond: ofRounds[1] ?? Number.NaN,
  ofRounds,
  spread: 0,
  p50: 1,
  p99: 10,
  cpuMs: 0.1,
  rssMb: 150,
  requests: 1000,
  wrong: 0,
  ...more,
})
const driven = (p99: number, wrong = 0) => ({ requests: 100, seconds: 1, p50: 1, p99, wrong })
const bought = { paid: 50, seconds: 1, steps: {} as never, wrong: 0 }
const row = (kind: RowResult['kind'], shop: Figures, references: Partial<RowResult> = {}): RowResult => ({
  name: kind,
  kind,
  connections: 16,
  shop,
  ...references,
})

/** A run that meets every budget. */
function good(more: Partial<Results> = {}): Results {
  const bare = figures([1000, 1000, 1000])
  return {
    at: '2026-01-01T00:00:00.000Z',
    sizes: [1000, 1_000_000],
    machine: { cpus: 2, model: 'a machine', node: 'v24', bareJsonPerSecond: 5_500, fetchedPerSecond: 1_000 },
    rows: [
      row('page', figures([700, 700, 700]), { bare }),
      row('fresh page', figures([160, 160, 160]), { bare }),
      row('list', figures([550, 550, 550]), { bare, express: figures([300, 300, 300]) }),
      row('new list', figures([310, 310, 310]), { bare, express: figures([300, 300, 300]) }),
    ],
    lasting: { name: 'fresh page', connections: 256, seconds: 40, shop: figures([160, 160, 160]) },
    people: {} as Results['people'],
    growth: [
      {
        name: 'products',
        figures: [
          { size: 1000, figures: figures([1], { p99: 10 }) },
          { size: 1_000_000, figures: figures([1], { p99: 14 }) },
        ],
      },
    ],
    crowd: { idle: driven(5), busy: driven(14), buying: bought, visitors: 500, buyers: 50 },
    starts: { postgres: { ms: 900 }, embedded: { ms: 2_500 } },
    pages: [],
    ...more,
  }
}

const missed = (results: Results) => judge(results).flatMap(({ kept, name }) => (kept ? [] : [name]))

it('a run with good figures meets every budget', () => {
  expect(missed(good())).toEqual([])
})

it('a page is compared with the bare server per round, so that a slow round of both is ignored', () => {
  const shop = figures([70, 700, 7])
  const bare = figures([100, 1000, 10])
  expect(missed(good({ rows: [row('page', shop, { bare })] }))).toEqual([])
  const slow = figures([50, 500, 5])
  expect(missed(good({ rows: [row('page', slow, { bare })] }))).toEqual(['page, of bare Node'])
})

it('the target of a fresh page is proportional to the machine’s rate of bare JSON responses', () => {
  const machine = { ...good().machine, bareJsonPerSecond: 11_000 }
  expect(missed(good({ machine }))).toEqual(['fresh page'])
})

it('an uncached list is compared with Express only', () => {
  const references = { bare: figures([1000, 1000, 1000]), express: figures([320, 320, 320]) }
  expect(missed(good({ rows: [row('new list', figures([310, 310, 310]), references)] }))).toEqual([
    'new list, of Express',
  ])
})

it('a list that takes twice as long with a thousand times the rows misses its budget', () => {
  const { growth } = good()
  growth[0]!.figures[1]!.figures.p99 = 20
  expect(missed(good({ growth }))).toEqual(['p99 of products as it grows'])
})

it('one wrong response misses a budget, in the rows as well as in the crowd', () => {
  const rows = good().rows
  rows[0]!.shop.wrong = 1
  expect(missed(good({ rows }))).toEqual(['wrong answers'])
  expect(missed(good({ crowd: { ...good().crowd, busy: driven(14, 1) } }))).toEqual(['errors in a crowd'])
})

it('memory growth and wrong responses under lasting load count, too', () => {
  const lasting = { ...good().lasting!, shop: figures([160, 160, 160], { rssMb: 201, wrong: 1 }) }
  expect(missed(good({ lasting }))).toEqual(['wrong answers', 'memory under load'])
})

it('a figure that could not be measured misses its budget', () => {
  expect(missed(good({ starts: { postgres: { ms: Number.NaN }, embedded: { ms: 1 } } }))).toEqual([
    'start on PostgreSQL',
  ])
  expect(missed(good({ rows: [row('page', figures([700]))] }))).toEqual(['page, of bare Node'])
})

it('a page on a phone has budgets for its scores, Web Vitals and JavaScript', () => {
  const scores = { performance: 97, accessibility: 100, 'best-practices': 100, seo: 100 }
  const held = { ...BUDGETS.vitals, jsKb: BUDGETS.jsKb }
  expect(missed(good({ pages: [{ path: '/', scores, ...held }] }))).toEqual(['performance of /'])
  const justAbove = (limit: number) => limit * 1.001
  const past = {
    lcpMs: justAbove(held.lcpMs),
    cls: justAbove(held.cls),
    tbtMs: justAbove(held.tbtMs),
    inpMs: justAbove(held.inpMs),
    jsKb: justAbove(held.jsKb),
  }
  expect(missed(good({ pages: [{ path: '/', scores, ...past }] }))).toEqual([
    'performance of /',
    'largest contentful paint of /',
    'layout shift of /',
    'total blocking time of /',
    'interaction to next paint of /',
    'JavaScript of /',
  ])
})

it.each([
  ['good figures', 5_000, 100, []],
  ['a list that is not fifty times as fast', 4_999, 100, ["/api/products, of Medusa's list"]],
  ['more than a fifth of the memory', 5_000, 121, ["memory, of Medusa's"]],
])('compared with Medusa: %s', (_, perSecond, rssMb, expected) => {
  const of = (perSecond: number, rssMb: number) => figures([perSecond, perSecond, perSecond], { rssMb })
  const beside = {
    '/api/products': of(perSecond, rssMb),
    'Medusa: list with prices': of(100, 600),
    'Medusa: list': of(400, 590),
  }
  const verdicts = judgeBeside(beside, { ours: ['/api/products'], names: ['Medusa'] })
  expect(verdicts).toHaveLength(2)
  expect(verdicts.flatMap(({ kept, name }) => (kept ? [] : [name]))).toEqual(expected)
})
