import { expect, test } from 'vitest'
import { fakeProject } from './fake-project.ts'

/** A Vitest report in which one of two tests failed, and an exit code of failure. */
const FAILING_VITEST = `
  import { writeFileSync } from 'node:fs'
  const file = process.argv.find((arg) => arg.startsWith('--outputFile')).split('=')[1]
  writeFileSync(file, '{ "numPassedTests": 1, "numFailedTests": 1, "numPendingTests": 0, "numTodoTests": 0 }')
  process.exit(1)`

test('every step runs in order, and the last line sums up the tests of both kinds', async () => {
  const project = fakeProject()
  const run = project.run('test')
  expect(await run.code).toBe(0)
  expect(project.calls().match(/^\S+ \S+/gm)).toEqual([
    'biome check',
    'react-router typegen',
    'tsc --noEmit',
    'react-router build',
    'vite build',
    'vitest run',
    'playwright test',
  ])
  expect(run.output()).toMatch(/\n1 skipped\n5 passed, 0 failed\n$/)
  expect(run.output().match(/^== \w+: passed in \d+\.\d s$/gm)).toHaveLength(5)
})

test('a failed test ends the run, with its count and a failing exit code', async () => {
  const project = fakeProject()
  project.write('node_modules/vitest/vitest.mjs', FAILING_VITEST)
  const run = project.run('test')
  expect(await run.code).toBe(1)
  expect(run.output()).toMatch(/\n1 passed, 1 failed\n$/)
  expect(project.calls()).not.toContain('playwright')
})

test('a step that fails without a count counts as one failure', async () => {
  const project = fakeProject()
  project.write('node_modules/typescript/bin/tsc', 'process.exit(2)')
  const run = project.run('test')
  expect(await run.code).toBe(1)
  expect(run.output()).toMatch(/\n0 passed, 1 failed\n$/)
  expect(project.calls()).not.toContain('vitest')
})

test('a flaky test counts as failed', async () => {
  const project = fakeProject()
  project.write(
    'node_modules/@playwright/test/cli.js',
    `require('node:fs').writeFileSync(process.env.PLAYWRIGHT_JSON_OUTPUT_FILE,
      '{ "stats": { "expected": 4, "unexpected": 0, "flaky": 1, "skipped": 0 } }')`,
  )
  const run = project.run('test', ['playwright'])
  expect(await run.code).toBe(1)
  expect(run.output()).toMatch(/\n4 passed, 1 failed\n$/)
})

test('a step requested by name runs alone, with the arguments for its tool', async () => {
  const project = fakeProject()
  const run = project.run('test', ['vitest', 'tests/orders', '--project', 'pglite'])
  expect(await run.code).toBe(0)
  expect(project.calls()).toMatch(
    /^react-router build\nvite build .*\nvitest run .* tests\/orders --project pglite\n$/,
  )
})

test('an unknown step is refused with the list of steps', async () => {
  const run = fakeProject().run('test', ['vitets'])
  expect(await run.code).toBe(2)
  expect(run.output()).toBe(
    'There is no step "vitets": the steps are lint, types, build, vitest, playwright.\n',
  )
})

test('a CHROMIUM_PATH that does not run is refused by its name', async () => {
  const run = fakeProject().run('test', ['playwright'], { CHROMIUM_PATH: '/nowhere/chromium' })
  expect(await run.code).toBe(1)
  expect(run.output()).toContain('CHROMIUM_PATH names /nowhere/chromium, which does not run.\n')
})

test('without any Chromium, one line says how to install one', async () => {
  const project = fakeProject()
  project.write(
    'node_modules/playwright-core/index.mjs',
    'export const chromium = { executablePath: () => "/no" }',
  )
  project.write('node_modules/@playwright/test/cli.js', "console.log('no network'); process.exit(1)")
  const run = project.run('test', ['playwright'], { CHROMIUM_PATH: '', PATH: '' })
  expect(await run.code).toBe(1)
  expect(run.output()).toMatch(
    /^There is no Chromium to run the browser tests with\. Install one \(Debian: .*$/m,
  )
})
