/** Says how far the work is, in a few words. */
export type Show = (text: string) => void

const EVERY_MS = 200

/**
 * Overwrites a line of the terminal, some times a second. Where nobody watches, as in a scheduled backup, it says
 * nothing. `clear` removes the line, before something is printed that stays.
 */
export function openProgress(terminal: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr): {
  show: Show
  clear(): void
} {
  if (!terminal.isTTY) return { show() {}, clear() {} }
  let shown = Number.NEGATIVE_INFINITY
  return {
    show(text) {
      if (performance.now() - shown < EVERY_MS) return
      shown = performance.now()
      terminal.write(`\r\x1b[K${text}`)
    },
    clear: () => void terminal.write('\r\x1b[K'),
  }
}

/** `what`, and how many of them are done, with separators: there are millions. */
export function progressOf(what: string, done: number, total?: number): string {
  const count = (n: number) => n.toLocaleString('en')
  return `${what}: ${count(done)}${total === undefined ? '' : ` of ${count(total)}`}`
}
