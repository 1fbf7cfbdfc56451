import { expect, it, onTestFinished, vi } from 'vitest'
import { tellLost } from '#server/database/tell-lost.ts'
import { createLog } from '#server/log.ts'

it('logs the first lost connection at once, and how many followed in one line', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const lines: string[] = []
  const tell = tellLost(createLog('warn', { write: (line) => void lines.push(line) }), 'database')
  const told = () => lines.map((line) => JSON.parse(line).connections)
  const lose = (times: number) => {
    for (let n = 0; n < times; n++) tell(new Error('Connection terminated unexpectedly'))
  }
  lose(100)
  expect(told()).toEqual([1])
  vi.advanceTimersByTime(10_000)
  expect(told()).toEqual([1, 99])
  lose(2)
  vi.advanceTimersByTime(60_000)
  expect(told()).toEqual([1, 99, 2])
  lose(1)
  expect(told()).toEqual([1, 99, 2, 1])
})
