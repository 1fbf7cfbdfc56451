import { relative } from 'node:path'
import { root } from '../paths.mjs'
import { readJson } from './progress.mjs'
import { vitest } from './vitest.mjs'

/** Runs every test of the server once and records, for each file, how many of its tests passed and failed. */
export async function runTables(progress) {
  if (progress.read('tables')) return console.log('run earlier')
  const report = progress.file('vitest')
  const projects = ['--project', 'unit', '--project', 'postgres']
  const { code, output } = await vitest([...projects, '--reporter=json', `--outputFile.json=${report}`])
  const { testResults = [], numPassedTests = 0, numFailedTests = 0 } = readJson(report) ?? {}
  const files = {}
  for (const { name, assertionResults } of testResults) {
    const passed = assertionResults.filter(({ status }) => status === 'passed').length
    const failed = assertionResults.filter(({ status }) => status === 'failed').length
    files[relative(root, name)] = { passed, failed }
  }
  console.log(`${numPassedTests} passed, ${numFailedTests} failed`)
  if (code === 0) progress.write('tables', files)
  else console.error(output)
}
