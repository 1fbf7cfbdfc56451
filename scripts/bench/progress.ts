/** Says what is being done: on a terminal in one line that is overwritten, elsewhere in a line each. */
export function showStep(text: string): void {
  process.stderr.write(process.stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`)
}

/** Clears the overwritten line, before something is printed that stays. */
export function clearStep(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K')
}

const WIDTH = 40

/** A progress bar: on a terminal it grows, elsewhere each tenth is a line. Returns the function to update it. */
export function showBar(title: string): (share: number) => void {
  let tenths = -1
  return (share) => {
    const now = Math.floor(share * 10)
    if (!process.stderr.isTTY && now === tenths) return
    tenths = now
    const done = Math.round(share * WIDTH)
    showStep(`${title} [${'#'.repeat(done)}${' '.repeat(WIDTH - done)}] ${Math.floor(share * 100)} %`)
  }
}
