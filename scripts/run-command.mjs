import { resolve } from 'node:path'
import './require-node.mjs'

const { runStep } = await import('./run-step.mjs')
const { whenInstalled } = await import('./when-installed.mjs')

/** Runs one of the server's commands with what was typed after it, and ends as it does. */
export function runCommand(module, typed) {
  return whenInstalled(() => runStep(['--import', './server/process/lean-modules.ts', module, ...typed]))
}

/** The folder that was meant where the command was typed, if any was: npm runs scripts in the project's own. */
export function typedFolder() {
  const [folder] = process.argv.slice(2)
  return folder ? [resolve(process.env.INIT_CWD ?? process.cwd(), folder)] : []
}
