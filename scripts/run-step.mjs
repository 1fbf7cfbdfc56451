import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { onTermination } from './on-termination.mjs'
import { compiled, root, runtime } from './paths.mjs'

/** Runs Node with these arguments and visible output, and resolves with its exit code. */
export function runStep(args, env = {}) {
  const child = spawn(runtime, args, {
    cwd: root,
    env: { NODE_COMPILE_CACHE: compiled, ...process.env, ...env },
    stdio: 'inherit',
  })
  return untilEnded(child, (signal) => child.kill(signal))
}

/** Resolves with a child's exit code. When this process is told to end, `tell` passes the signal on. */
export function untilEnded(child, tell) {
  const stopListening = onTermination(tell)
  return new Promise((done, fail) => {
    child.once('error', fail)
    child.once('exit', (code, signal) => {
      stopListening()
      done(code ?? 128 + constants.signals[signal])
    })
  })
}
