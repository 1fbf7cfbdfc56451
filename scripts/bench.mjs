// npm run bench: how fast the shop is, next to references on the same machine, and whether it meets its budgets.
//
//   npm run bench                               everything, at 1,000, 100,000 and 1,000,000 laptops
//   npm run bench -- --quick                    within a minute: 1,000 laptops, 16 connections, no Lighthouse
//   npm run bench -- --sizes 1000,100000        other catalogue sizes
//   npm run bench -- --beside                   the shop next to two commerce servers, which it installs
//   npm run bench -- --json figures.json        all figures also as JSON
//
// Exits with 1 if a budget is missed (with --quick it only says so). docs/performance.md says how to read the output.
import './require-node.mjs'
import { fileURLToPath } from 'node:url'

const { buildPages } = await import('./build-pages.mjs')
const { buildServer } = await import('./build-server.mjs')
const { readOptions } = await import('./bench/options.mjs')
const { getChromium } = await import('./get-chromium.mjs')
const { runStep } = await import('./run-step.mjs')
const { whenInstalled } = await import('./when-installed.mjs')

const args = process.argv.slice(2)
const options = readAsked()
if (options) await whenInstalled(() => measure(options))

/** Reads the options before anything is installed or built for them. */
function readAsked() {
  try {
    return readOptions(args)
  } catch (error) {
    console.error(error.message)
    process.exitCode = 2
  }
}

async function measure({ quick, beside }) {
  await buildPages()
  await buildServer()
  const run = fileURLToPath(new URL(beside ? 'bench/beside/run.ts' : 'bench/run.ts', import.meta.url))
  const env = quick || beside ? {} : { CHROMIUM_PATH: await getChromium() }
  return runStep(['--import', './server/process/lean-modules.ts', run, ...args], env)
}
