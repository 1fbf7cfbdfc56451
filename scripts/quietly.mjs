import { spawn } from 'node:child_process'
import { root } from './places.mjs'
import { whenToldToEnd } from './told-to-end.mjs'

/**
 * Runs a command under a line that says what is being done and for how long, and shows what the command
 * wrote only if it fails. Throws then.
 */
export async function quietly(title, command, args, options = {}) {
  const started = Date.now()
  const seconds = () => `${Math.round((Date.now() - started) / 1000)} s`
  const live = process.stdout.isTTY
  process.stdout.write(live ? title : `${title}\n`)
  const timer = live && setInterval(() => process.stdout.write(`\r${title} ${seconds()}`), 1000)
  const { code, output } = await run(command, args, options)
  if (timer) clearInterval(timer)
  if (live) process.stdout.write(`\r${title} ${seconds()}\n`)
  if (code === 0) return
  process.stderr.write(output)
  throw new Error(`${title} failed after ${seconds()}: what it wrote is above.`)
}

function run(command, args, options) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const stopListening = whenToldToEnd((signal) => {
      child.kill(signal)
      child.once('close', () => process.exit(1))
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text) => {
        output += text
      })
    }
    child.once('error', (error) => done({ code: 1, output: `${output}${error.message}\n` }))
    child.once('close', (code) => {
      stopListening()
      done({ code, output })
    })
  })
}
