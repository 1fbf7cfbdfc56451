import type { Writable } from 'node:stream'

/** A line is written at most this much later. */
const FLUSH_MS = 100
const MOST_WAITING = 16_384
/** The most characters that the stream holds in memory while nobody reads them. */
const MOST_UNREAD = 4_000_000

/**
 * Writes lines to the output, many at a time: pino's own destination takes longer for each than it takes to answer the
 * request that the line is about. At the end of the process, unless it is `kill -9`, the rest is written.
 *
 * Lines that cannot be written (the disk is full, or the reader of the pipe is gone or has stopped) are dropped, since
 * the shop must go on. Before the first one that can be written again comes `sayLost(how many)`.
 */
export function createLogOutput(sayLost: (lines: number) => string, stream: Writable = process.stdout) {
  let text = ''
  let lines = 0
  let lost = 0
  // The write itself gets the failure; an unhandled error event would end the process.
  stream.on('error', () => {})
  const flush = () => {
    if (lines === 0) return
    if (stream.writableLength > MOST_UNREAD) {
      lost += lines
      text = ''
      lines = 0
      return
    }
    // The last line that was written may have been cut: start a new one.
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
