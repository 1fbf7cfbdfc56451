import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import './require-node.mjs'

const { installPackages } = await import('./install-packages.mjs')
const { compiled, root, runtime } = await import('./places.mjs')

/**
 * Runs one of the server's commands that take a folder, and ends as it does. The folder is the one that was meant
 * where the command was typed: npm runs scripts in the project's own.
 */
export async function runCommand(module) {
  const [folder] = process.argv.slice(2)
  const place = folder && resolve(process.env.INIT_CWD ?? process.cwd(), folder)
  try {
    await installPackages()
    const command = ['--import', './server/lean-modules.ts', module, ...(place ? [place] : [])]
    const env = { NODE_COMPILE_CACHE: compiled, ...process.env }
    process.exitCode = spawnSync(runtime, command, { cwd: root, env, stdio: 'inherit' }).status ?? 1
  } catch (error) {
    console.error(error.message)
    process.exitCode = 1
  }
}
