import { resolve } from 'node:path'
import './require-node.mjs'

const { runStep } = await import('./run-step.mjs')
const { whenInstalled } = await import('./when-installed.mjs')

/** Runs one of the server's commands with its arguments, and ends with its exit code. */
export function runCommand(module, typed) {
  return whenInstalled(() => runStep(['--import', './server/process/lean-modules.ts', module, ...typed]))
}

/** The folder given, if any, relative to where the command was typed: npm runs scripts in the project's folder. */
export function typedFolder() {
  const [folder] = process.argv.slice(2)
  return folder ? [resolve(process.env.INIT_CWD ?? process.cwd(), folder)] : []
}
