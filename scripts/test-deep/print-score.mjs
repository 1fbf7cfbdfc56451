import { INVARIANTS } from './invariants.mjs'
import { MUTANTS } from './mutants.mjs'
import { PARTS, TABLES } from './parts.mjs'

/**
 * Prints what these parts have reached, out of what is wanted, line by line. Answers whether all of it is. Invariants
 * take all parts to hold.
 */
export function printScore(progress, { asked, all }) {
  const files = progress.read('tables') ?? {}
  const lines = asked.flatMap((name) => linesOf(progress, files, name))
  if (all.every((name) => asked.includes(name))) {
    const held = INVARIANTS.filter((each) => holds(progress, files, each))
    lines.unshift(['invariants held', held.length, INVARIANTS.length])
  }
  console.log('\n== score')
  for (const [name, reached, wanted] of lines)
    console.log(`${reached === wanted && wanted > 0 ? ' ' : '!'} ${name.padEnd(44)} ${reached} of ${wanted}`)
  return lines.every(([, reached, wanted]) => reached === wanted && wanted > 0)
}

function linesOf(progress, files, name) {
  if (name === 'tables')
    return [
      ['tests of the server passed', ...countTests(files, Object.keys(files))],
      ...Object.entries(TABLES).map(([title, tests]) => [title, ...countTests(files, tests)]),
    ]
  if (name === 'mutants') {
    const caught = Object.values(progress.read('mutants') ?? {}).filter(Boolean)
    return [['mutants caught', caught.length, MUTANTS.length]]
  }
  const { done = 0, failures = [] } = progress.read(name) ?? {}
  return [[`${PARTS[name].what} clean`, done - failures.length, PARTS[name].total]]
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
