import { spawn } from 'node:child_process'
import { compiled, inPackages, root, runtime } from '../places.mjs'
import { whenToldToEnd } from '../told-to-end.mjs'

/** Runs Vitest and answers its exit code and what it wrote. Told to end, it ends Vitest and then itself. */
export function vitest(args, { cwd = root, env = {} } = {}) {
  const child = spawn(runtime, [inPackages('vitest', 'vitest.mjs'), 'run', ...args], {
    cwd,
    env: { ...process.env, NODE_COMPILE_CACHE: compiled, NO_COLOR: '1', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const stopListening = whenToldToEnd((signal) => {
    child.kill(signal)
    child.once('close', () => process.exit(1))
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-20_000)
    })
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('close', (code) => {
      stopListening()
      done({ code: code ?? 1, output })
    })
  })
}
