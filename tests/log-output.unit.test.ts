import { EventEmitter } from 'node:events'
import { Writable } from 'node:stream'
import { expect, it, vi } from 'vitest'
import { createLogOutput } from '#server/log-output.ts'

/** An output that fails while its disk is full, like a process's own: by the callback of the write, and by an event. */
function openDisk() {
  const disk = { full: false, text: '' }
  const stream = Object.assign(new EventEmitter(), {
    write(text: string, done: (error?: Error) => void) {
      if (!disk.full) {
        disk.text += text
        return done()
      }
      const error = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
      done(error)
      stream.emit('error', error)
    },
  })
  return { disk, stream: stream as unknown as Writable }
}

it('reports how many lines were lost once it can write again', () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const { disk, stream } = openDisk()
  const output = createLogOutput((lines) => `lost ${lines}\n`, stream)
  const pass = (...lines: string[]) => {
    for (const line of lines) output.write(`${line}\n`)
    vi.advanceTimersByTime(100)
  }
  pass('one')
  disk.full = true
  pass('two', 'three')
  pass('four')
  disk.full = false
  pass('five')
  pass('six')
  vi.useRealTimers()
  expect(disk.text).toBe('one\n\nlost 3\nfive\nsix\n')
})

it('buffers 4 MB for a stalled reader, then reports how many lines were lost', async () => {
  const read: string[] = []
  let take = () => {}
  let isReading = false
  const stream = new Writable({
    decodeStrings: false,
    write(text: string, _encoding, done) {
      read.push(text)
      if (isReading) done()
      else take = done
    },
  })
  const output = createLogOutput((lines) => `lost ${lines}\n`, stream)
  // Each is longer than the buffer that collects lines: it is passed on at once.
  const line = `${'x'.repeat(20_000)}\n`
  for (let n = 0; n < 1_000; n++) output.write(line)
  expect(stream.writableLength).toBeLessThan(4_100_000)

  isReading = true
  take()
  await expect.poll(() => stream.writableLength).toBe(0)
  const kept = read.length
  output.write(line)
  await expect.poll(() => read.length).toBe(kept + 1)
  expect(read.at(-1)).toBe(`\nlost ${1_000 - kept}\n${line}`)
})
