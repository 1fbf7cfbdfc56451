import { spawn } from 'node:child_process'
import { compiled, leanEnvironment, leanFlags, root, runtime } from './paths.mjs'
import { untilEnded } from './run-step.mjs'

/**
 * Runs the server with these arguments for Node, and resolves with its exit code. It has a process group of its own, so
 * that a signal reaches it once: a Ctrl-C goes to everything in the terminal's group.
 */
export function runServer(args, env = process.env) {
  const windows = process.platform === 'win32'
  const preload = new URL('./end-with-parent.mjs', import.meta.url).href
  const server = spawn(runtime, [...leanFlags, '--import', preload, ...args], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: compiled, ...leanEnvironment, ...env },
    detached: !windows,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  // On Windows the console has signalled the server already, and kill() would end it at once.
  return untilEnded(server, (signal) => !windows && server.kill(signal === 'SIGINT' ? signal : 'SIGTERM'))
}
