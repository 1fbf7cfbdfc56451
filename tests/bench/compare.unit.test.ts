import { expect, it } from 'vitest'
import { compare } from '../../scripts/bench/compare.ts'

it('warms up each subject, then drives all equally often, in rotating order', async () => {
  const driven: string[] = []
  const subject = (name: string, requests: number) => ({
    pid: process.pid,
    async drive({ milliseconds }: { milliseconds: number }) {
      driven.push(`${name}${milliseconds}`)
      return { requests, seconds: 2, p50: 1, p99: 1, wrong: 0 }
    },
  })
  const subjects = { a: subject('a', 10), b: subject('b', 20), c: subject('c', 40) }
  const figures = await compare(subjects, 1, { rounds: 3, roundMs: 2, warmUpMs: 1 })
  expect(driven.join(' ')).toBe('a1 b1 c1 b2 c2 a2 c2 a2 b2 a2 b2 c2')
  expect(figures).toMatchObject({
    a: { perSecond: 5, requests: 30 },
    b: { perSecond: 10, requests: 60 },
    c: { perSecond: 20, requests: 120 },
  })
})
