import { spawn } from 'node:child_process'
import { onTermination } from './on-termination.mjs'
import { root } from './paths.mjs'

/** Runs a command; resolves with its exit code and output. Told to end, it ends the command and then itself. */
export function runCaptured(command, args, options) {
  return new Promise((done) => {
    const child = spawn(command, args, { cwd: root, ...options, stdio: ['ignore', 'pipe', 'pipe'] })
    const stopListening = onTermination((signal) => {
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
      done({ code: code ?? 1, output })
    })
  })
}
