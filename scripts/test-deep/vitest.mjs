import { compiled, inPackages, root, runtime } from '../paths.mjs'
import { runCaptured } from '../run-captured.mjs'

const MOST_OUTPUT = 20_000

/** Runs Vitest, and resolves with its exit code and the end of its output. */
export async function vitest(args, { cwd = root, env = {} } = {}) {
  const { code, output } = await runCaptured(runtime, [inPackages('vitest', 'vitest.mjs'), 'run', ...args], {
    cwd,
    env: { ...process.env, NODE_COMPILE_CACHE: compiled, NO_COLOR: '1', ...env },
  })
  return { code, output: output.slice(-MOST_OUTPUT) }
}
