import { INVARIANTS } from './invariants.mjs'
import { MUTANTS } from './mutants.mjs'
import { PARTS, TABLES } from './parts.mjs'

/** Prints what has been reached, out of what is wanted, line by line. Answers whether all of it is. */
export function printScore(progress) {
  const files = progress.read('tables') ?? {}
  const caught = Object.values(progress.read('mutants') ?? {}).filter(Boolean).length
  const lines = [
    ['invariants held', INVARIANTS.filter((each) => holds(progress, files, each)).length, INVARIANTS.length],
    ...Object.entries(TABLES).map(([name, tests]) => [name, ...countTests(files, tests)]),
    ...Object.entries(PARTS).map(([name, { what, total }]) => {
      const { done = 0, failures = [] } = progress.read(name) ?? {}
      return [`${what} clean`, done - failures.length, total]
    }),
    ['mutants caught', caught, MUTANTS.length],
  ]
  console.log('\n== score')
  for (const [name, reached, wanted] of lines)
    console.log(`${reached === wanted && wanted > 0 ? ' ' : '!'} ${name.padEnd(44)} ${reached} of ${wanted}`)
  return lines.every(([, reached, wanted]) => reached === wanted && wanted > 0)
}

/** An invariant holds if all tests that check it passed, and no round of its parts failed. */
function holds(progress, files, { tests = [], parts = [] }) {
  const passed = tests.every((file) => files[file]?.passed > 0 && files[file].failed === 0)
  return passed && parts.every((part) => progress.read(part)?.failures.length === 0)
}

function countTests(files, tests) {
  const counts = tests.map((file) => files[file] ?? { passed: 0, failed: 0 })
  const passed = counts.reduce((sum, each) => sum + each.passed, 0)
  return [passed, passed + counts.reduce((sum, each) => sum + each.failed, 0)]
}
