// npm run test:deep: tries in large numbers what `npm test` tries a few times, and prints the score.
//
//   npm run test:deep                    everything: about three hours on two cores
//   npm run test:deep -- kills mutants   only these parts, and their score
//   npm run test:deep -- --again         from the beginning, although nothing has changed
//
// It may be stopped at any time: the next run continues, unless the shop or its tests have changed. The progress is in
// .cache/deep/. docs/security.md says what each line of the score means.
import './require-node.mjs'

const { buildPages } = await import('./build-pages.mjs')
const { buildServer } = await import('./build-server.mjs')
const { openProgress } = await import('./test-deep/progress.mjs')
const { PARTS } = await import('./test-deep/parts.mjs')
const { runRounds } = await import('./test-deep/run-rounds.mjs')
const { runTables } = await import('./test-deep/run-tables.mjs')
const { runMutants } = await import('./test-deep/run-mutants.mjs')
const { printScore } = await import('./test-deep/print-score.mjs')
const { whenInstalled } = await import('./when-installed.mjs')

const all = ['tables', ...Object.keys(PARTS), 'mutants']
const named = process.argv.slice(2).filter((argument) => argument !== '--again')
const asked = named.length > 0 ? [...new Set(named)] : all
const unknown = asked.filter((name) => !all.includes(name))

if (unknown.length > 0) {
  console.error(`There is no part "${unknown[0]}": the parts are ${all.join(', ')}.`)
  process.exitCode = 2
} else {
  await whenInstalled(async () => {
    await buildPages()
    await buildServer()
    const progress = openProgress({ again: process.argv.includes('--again') })
    for (const name of asked) await run(progress, name)
    return printScore(progress, { asked, all }) ? 0 : 1
  })
}

async function run(progress, name) {
  console.log(`\n== ${name}`)
  if (name === 'tables') await runTables(progress)
  else if (name === 'mutants') await runMutants(progress)
  else await runRounds(progress, name)
}
