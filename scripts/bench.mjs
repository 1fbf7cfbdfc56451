// npm run bench: how fast the shop is, next to references on the same machine, and whether it keeps its budgets.
//
//   npm run bench                               everything, at 1,000, 100,000 and 1,000,000 laptops
//   npm run bench -- --quick                    within a minute: 1,000 laptops, 16 connections, no Lighthouse
//   npm run bench -- --sizes 1000,100000        other catalogues
//   npm run bench -- --beside                   the shop next to two commerce servers, which it installs
//   npm run bench -- --json figures.json        all figures also as JSON
//
// Ends with 1 where a budget is missed (with --quick it only says so). docs/performance.md says how to read it.
import './require-node.mjs'
import { fileURLToPath } from 'node:url'

const { installPackages } = await import('./install-packages.mjs')
const { buildPages } = await import('./build-pages.mjs')
const { getChromium } = await import('./get-chromium.mjs')
const { runStep } = await import('./run-step.mjs')

try {
  const args = process.argv.slice(2)
  await installPackages()
  await buildPages()
  const which = args.includes('--beside') ? 'bench/beside/run.ts' : 'bench/run.ts'
  const run = fileURLToPath(new URL(which, import.meta.url))
  const env =
    args.includes('--quick') || args.includes('--beside') ? {} : { CHROMIUM_PATH: await getChromium() }
  process.exitCode = await runStep(['--import', './server/lean-modules.ts', run, ...args], env)
} catch (error) {
  console.error(error.message)
  process.exitCode = 1
}
