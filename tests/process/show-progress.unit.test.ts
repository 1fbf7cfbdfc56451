import { expect, it, onTestFinished, vi } from 'vitest'
import { openProgress, progressOf } from '#server/process/show-progress.ts'

function watch(isTTY: boolean) {
  const written: string[] = []
  const write = (text: string) => written.push(text) > 0
  return { written, ...openProgress({ isTTY, write } as Parameters<typeof openProgress>[0]) }
}

it('overwrites one line of a terminal, a few times a second, and removes it in the end', () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { show, clear, written } = watch(true)
  for (const n of [1, 2, 3]) show(progressOf('Rows', n))
  vi.advanceTimersByTime(1_000)
  show(progressOf('Pictures', 1_200, 3_000_000))
  clear()
  expect(written).toEqual(['\r\x1b[KRows: 1', '\r\x1b[KPictures: 1,200 of 3,000,000', '\r\x1b[K'])
})

it('says nothing where nobody watches', () => {
  const { show, clear, written } = watch(false)
  show('Rows: 1')
  clear()
  expect(written).toEqual([])
})
