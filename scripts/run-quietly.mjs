import { runCaptured } from './run-captured.mjs'

/**
 * Runs a command under a line that says what is being done and for how long, and shows the command's output only if it
 * fails; then it throws.
 */
export async function runQuietly(title, command, args, options = {}) {
  const started = Date.now()
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`
  const live = process.stdout.isTTY
  process.stdout.write(live ? title : `${title}\n`)
  const timer = live && setInterval(() => process.stdout.write(`\r${title} ${seconds()}`), 1000)
  const { code, output } = await runCaptured(command, args, options)
  if (timer) clearInterval(timer)
  if (live) process.stdout.write(`\r${title} ${seconds()}\n`)
  if (code === 0) return
  process.stderr.write(output)
  throw new Error(`${title} failed after ${seconds()}: what it wrote is above.`)
}
