import { spawn } from 'node:child_process'
import { compiled, root, runtime } from './places.mjs'
import { whenToldToEnd } from './told-to-end.mjs'

/** Runs a script of node_modules in the open and resolves with its exit code. */
export function runStep([script, ...args], env = {}) {
  const child = spawn(runtime, [script, ...args], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: compiled, ...process.env, ...env },
    stdio: 'inherit',
  })
  const stopListening = whenToldToEnd((signal) => child.kill(signal))
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('exit', (code) => {
      stopListening()
      done(code ?? 1)
    })
  })
}
