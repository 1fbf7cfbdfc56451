import { PARTS } from './parts.mjs'
import { vitest } from './vitest.mjs'

const LOOK_MS = 1000
/** Where there is no terminal, a line now and then is enough. */
const LINE_MS = 60_000

/** Runs the rounds of one part that have not run yet, and shows the progress. */
export async function runRounds(progress, name) {
  const { file, total, what } = PARTS[name]
  const before = progress.read(name)?.done ?? 0
  if (before >= total) return console.log(`${total} of ${total} ${what}, all of them earlier`)
  const began = Date.now()
  const line = () => {
    const { done = before, failures = [] } = progress.read(name) ?? {}
    const perRound = (Date.now() - began) / Math.max(1, done - before)
    const left = Math.round(((total - done) * perRound) / 60_000)
    const failed = failures.length > 0 ? `, ${failures.length} failed` : ''
    return `${done} of ${total} ${what}${failed}, about ${left} min left`
  }
  const live = process.stdout.isTTY
  const show = () => process.stdout.write(live ? `\r${line()}   ` : `${line()}\n`)
  const timer = setInterval(show, live ? LOOK_MS : LINE_MS)
  const env = { DEEP: '1', DEEP_PROGRESS: progress.folder }
  const { code, output } = await vitest(['--project', 'postgres', file], { env })
  clearInterval(timer)
  show()
  if (live) process.stdout.write('\n')
  if (code !== 0) console.error(output)
}
