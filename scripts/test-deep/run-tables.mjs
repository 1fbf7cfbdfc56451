import { rmSync } from 'node:fs'
import { relative } from 'node:path'
import { root } from '../paths.mjs'
import { readJson } from './progress.mjs'
import { vitest } from './vitest.mjs'

/**
 * Runs every test of the server once, in full where `npm test` runs only a part of a table, and records, for each file,
 * how many of its tests passed and failed. The next run repeats the files in which some failed.
 */
export async function runTables(progress) {
  const known = progress.read('tables')
  const failed = Object.keys(known ?? {}).filter((file) => known[file].failed > 0)
  if (known && failed.length === 0) return console.log('run earlier')
  const report = progress.file('vitest')
  rmSync(report, { force: true })
  const args = [
    '--project',
    'unit',
    '--project',
    'postgres',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const { code, output } = await vitest([...args, ...failed], { env: { DEEP_TABLES: '1' } })
  const counts = Object.fromEntries((readJson(report)?.testResults ?? []).map(count))
  const sum = (key) => Object.values(counts).reduce((total, each) => total + each[key], 0)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  if (code !== 0) console.error(output)
  // What fails outside all tests would be forgotten.
  if (code === 0 || sum('failed') > 0) progress.write('tables', { ...known, ...counts })
}

/** A file's counts. One that could not be loaded, or prepared for its tests, counts as one failed test. */
function count({ name, status, assertionResults }) {
  const having = (wanted) => assertionResults.filter((test) => test.status === wanted).length
  const failed = having('failed') || (status === 'failed' ? 1 : 0)
  return [relative(root, name), { passed: having('passed'), failed }]
}
