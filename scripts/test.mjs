// npm test: installs what is missing, then runs every step in order up to the first that fails.
//
//   npm test                                   lint, types, build, vitest, playwright
//   npm test -- vitest                         one step
//   npm test -- vitest tests/orders            ... with arguments for its tool
//   npm test -- vitest --project pglite -t "sold"
//   npm test -- playwright tests/e2e/buy-a-laptop.test.ts --project phone
//
// The last line is the sum over Vitest and Playwright: `N passed, N failed`, with nothing else on the line.
import './require-node.mjs'

const { installPackages } = await import('./install-packages.mjs')
const { steps } = await import('./test-steps.mjs')

const [only, ...toolArgs] = process.argv.slice(2)
const chosen = only ? [only] : Object.keys(steps)
const sum = { passed: 0, failed: 0, skipped: 0 }

if (only && !Object.hasOwn(steps, only)) {
  console.error(`There is no step "${only}": the steps are ${Object.keys(steps).join(', ')}.`)
  process.exitCode = 2
} else {
  for (const name of chosen) {
    if (await passes(name)) continue
    process.exitCode = 1
    break
  }
  if (sum.skipped > 0) console.log(`${sum.skipped} skipped`)
  console.log(`${sum.passed} passed, ${sum.failed} failed`)
}

/** Runs a step under its heading. A step that fails without a failed test counts as one failed test. */
async function passes(name) {
  console.log(`\n== ${name}`)
  const started = Date.now()
  const { code, passed, failed, skipped } = await outcome(name)
  const ok = code === 0 && failed === 0
  sum.passed += passed
  sum.failed += ok ? 0 : Math.max(failed, 1)
  sum.skipped += skipped
  const seconds = ((Date.now() - started) / 1000).toFixed(1)
  console.log(`== ${name}: ${ok ? 'passed' : 'failed'} in ${seconds} s\n`)
  return ok
}

async function outcome(name) {
  try {
    await installPackages()
    // Both need the built pages; run on their own, these steps build them first.
    if (only === 'vitest' || only === 'playwright') await steps.build([])
    return await steps[name](toolArgs)
  } catch (error) {
    console.error(error.message)
    return { code: 1, passed: 0, failed: 0, skipped: 0 }
  }
}
