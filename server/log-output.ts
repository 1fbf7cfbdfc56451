import type { Writable } from 'node:stream'

/** A line is seen this much later at most. */
const FLUSH_MS = 100
const MOST_WAITING = 16_384
/** What nobody takes is kept in memory by the stream: four million characters of it, and no more. */
const MOST_UNREAD = 4_000_000

/**
 * Writes lines to the output, many at a time: pino's own destination takes longer for each than it takes to answer
 * what the line tells of. The end of the process, but for `kill -9`, writes what is left.
 *
 * Where they cannot be written (the disk is full, who read the pipe has gone, or has stopped) they are dropped, since the
 * shop is to go on. Before the first that can be written again comes `sayLost(how many)`.
 */
export function createLogOutput(sayLost: (lines: number) => string, stream: Writable = process.stdout) {
  let text = ''
  let lines = 0
  let lost = 0
  // What failed is told to the write itself; an error that nobody hears would end the process.
  stream.on('error', () => {})
  const flush = () => {
    if (lines === 0) return
    if (stream.writableLength > MOST_UNREAD) {
      lost += lines
      text = ''
      lines = 0
      return
    }
    // The last one that was written may have been cut in its middle: what comes now has a line of its own.
    const all = lost > 0 ? `\n${sayLost(lost)}${text}` : text
    const atStake = lost + lines
    text = ''
    lines = 0
    lost = 0
    stream.write(all, (error) => {
      if (error) lost += atStake
    })
  }
  process.once('exit', flush)
  return {
    write(line: string) {
      if (lines === 0) setTimeout(flush, FLUSH_MS).unref()
      text += line
      lines += 1
      if (text.length > MOST_WAITING) flush()
    },
  }
}
