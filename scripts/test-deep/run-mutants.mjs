import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../paths.mjs'
import { MUTANTS } from './mutants.mjs'
import { INPUTS, readJson } from './progress.mjs'
import { vitest } from './vitest.mjs'

/**
 * Breaks a copy of the shop in one place at a time and runs the tests that must notice. A mutant is caught when a test
 * fails; before that the same tests must pass on the unchanged copy.
 */
export async function runMutants(progress) {
  const results = progress.read('mutants') ?? {}
  const left = MUTANTS.filter(({ name }) => results[name] === undefined)
  if (left.length === 0) return console.log('run earlier')
  const copy = copyShop()
  const tests = [...new Set(left.flatMap(({ tests }) => tests))]
  const failed = await failures(copy, tests)
  if (failed.length > 0) return console.error(`On the shop as it is, these fail:\n${failed.join('\n')}`)
  for (const mutant of left) {
    results[mutant.name] = (await failuresWith(copy, mutant)).length > 0
    console.log(`${results[mutant.name] ? 'caught' : 'MISSED'}  ${mutant.name}`)
    progress.write('mutants', results)
  }
}

/** A copy that is removed when this process ends, also when a signal interrupts it. */
function copyShop() {
  const copy = mkdtempSync(join(tmpdir(), `clamshell-mutants-${process.pid}-`))
  process.once('exit', () => rmSync(copy, { recursive: true, force: true, maxRetries: 5 }))
  for (const input of INPUTS.filter((name) => existsSync(join(root, name))))
    cpSync(join(root, input), join(copy, input), { recursive: true })
  for (const folder of ['node_modules', 'build'])
    symlinkSync(join(root, folder), join(copy, folder), 'junction')
  return copy
}

async function failuresWith(copy, { file, find, replace, tests }) {
  const path = join(copy, file)
  const whole = readFileSync(path, 'utf8')
  try {
    writeFileSync(path, whole.replace(find, replace))
    return await failures(copy, tests)
  } finally {
    writeFileSync(path, whole)
  }
}

/** The tests that failed, or the files that could not start; a run without any test is an error. */
async function failures(copy, tests) {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const projects = ['--project', 'unit', '--project', 'postgres']
  const { output } = await vitest([...projects, '--reporter=json', `--outputFile.json=${report}`, ...tests], {
    cwd: copy,
  })
  const files = readJson(report)?.testResults ?? []
  if (files.length === 0) throw new Error(`No test ran:\n${output}`)
  return files.flatMap(({ name, status, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed').map(({ fullName }) => fullName)
    return failed.length > 0 || status !== 'failed' ? failed : [name]
  })
}
