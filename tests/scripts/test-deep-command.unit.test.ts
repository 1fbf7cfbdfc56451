import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { fakeProject } from './fake-project.ts'

test('progress is reused until the shop, its tests or a mutant changes', async () => {
  const project = fakeProject()
  const runs = async () => {
    await project.run('test-deep', ['tables']).code
    return project.calls().match(/^vitest /gm)?.length
  }
  expect([await runs(), await runs()]).toEqual([1, 1])
  const changed = ['app/root.tsx', 'scripts/test-deep/one-more-mutant.mjs', 'vitest.config.ts']
  for (const [before, file] of changed.entries()) {
    project.write(file, 'changed')
    expect(await runs(), file).toBe(before + 2)
  }
})

test('pages and server are built before any test runs', async () => {
  const project = fakeProject()
  await project.run('test-deep', ['tables']).code
  expect(project.calls().match(/^\S+/gm)).toEqual(['react-router', 'vite', 'vitest'])
})

/** A Vitest that knows these files, with as many tests passed and failed, and records which of them it is given. */
const knowing = (files: Record<string, [passed: number, failed: number]>) => `
  import { appendFileSync, writeFileSync } from 'node:fs'
  const args = process.argv.slice(2)
  const given = args.filter((arg) => arg.endsWith('.ts'))
  appendFileSync('calls.txt', ['vitest', process.env.DEEP_TABLES, ...given].join(' ') + '\\n')
  const run = Object.entries(${JSON.stringify(files)}).filter(([name]) => args.includes(name) || !given[0])
  const tests = (length, status) => Array.from({ length }, () => ({ status }))
  const testResults = run.map(([name, [passed, failed]]) => ({
    name: process.cwd() + '/' + name,
    status: passed === 0 || failed > 0 ? 'failed' : 'passed',
    assertionResults: [...tests(passed, 'passed'), ...tests(failed, 'failed')],
  }))
  const report = args.find((arg) => arg.startsWith('--outputFile')).split('=')[1]
  writeFileSync(report, JSON.stringify({ testResults }))
  process.exitCode = testResults.some(({ status }) => status === 'failed') ? 1 : 0`
const MATRIX = 'tests/permissions/matrix.postgres.test.ts'
const FILES: Parameters<typeof knowing>[0] = {
  [MATRIX]: [2, 1],
  'tests/permissions/bad-tokens.postgres.test.ts': [3, 0],
  'tests/payments/test-cards.postgres.test.ts': [4, 0],
  'tests/not-loaded.test.ts': [0, 0],
}

test('what failed is in the score, and is run again', async () => {
  const project = fakeProject()
  const score = async (files: typeof FILES) => {
    project.write('node_modules/vitest/vitest.mjs', knowing(files))
    project.write('calls.txt', '')
    const run = project.run('test-deep', ['tables'])
    const code = await run.code
    return { code, lines: run.output().match(/^.* of \d+$/gm), ran: project.calls().match(/^vitest.*$/gm) }
  }
  const before = await score(FILES)
  expect(before.code).toBe(1)
  expect(before.ran).toEqual(['vitest 1'])
  expect(before.lines).toEqual([
    expect.stringMatching(/^! tests of the server passed +9 of 11$/),
    expect.stringMatching(/^! matrix cells equal +2 of 3$/),
    expect.stringMatching(/^ {2}tokens refused +3 of 3$/),
    expect.stringMatching(/^ {2}cards right +4 of 4$/),
  ])
  const after = await score({ ...FILES, [MATRIX]: [3, 0], 'tests/not-loaded.test.ts': [1, 0] })
  expect(after.code).toBe(0)
  expect(after.ran).toEqual([`vitest 1 ${MATRIX} tests/not-loaded.test.ts`])
  expect(after.lines?.[0]).toMatch(/ 11 of 11$/)
})

test('rounds save their progress where the next run and the score find it', async () => {
  const project = fakeProject()
  const progress = JSON.stringify({ done: 7, failures: [] })
  project.write(
    'node_modules/vitest/vitest.mjs',
    `import { appendFileSync, writeFileSync } from 'node:fs'
     appendFileSync('calls.txt', 'vitest\\n')
     writeFileSync(process.env.DEEP_PROGRESS + '/floods.json', '${progress}')`,
  )
  for (const _time of ['first', 'second']) {
    const run = project.run('test-deep', ['floods'])
    expect(await run.code).toBe(0)
    expect(run.output()).toMatch(/ 7 of 7$/m)
  }
  expect(project.calls().match(/^vitest/gm)).toHaveLength(1)
})

test('interrupted mutants leave no copy of the shop behind', async () => {
  const project = fakeProject()
  const forEver =
    "import { writeFileSync } from 'node:fs'; writeFileSync('begun', ''); setInterval(() => {}, 1000)"
  project.write('node_modules/vitest/vitest.mjs', forEver)
  project.write('build/built', '')
  const TMPDIR = join(temporaryFolder(), 'copies')
  mkdirSync(TMPDIR)
  const copies = () => readdirSync(TMPDIR).filter((name) => name.startsWith('clamshell-mutants'))
  const run = project.run('test-deep', ['mutants'], { TMPDIR, TEMP: TMPDIR, TMP: TMPDIR })
  await vi.waitUntil(() => copies().some((copy) => existsSync(join(TMPDIR, copy, 'begun'))), {
    timeout: 20_000,
  })
  process.kill(-(run.process.pid ?? 0), 'SIGINT')
  expect(await run.code).toBe(1)
  expect(copies()).toEqual([])
})

test('an error is reported without a stack trace', async () => {
  const project = fakeProject()
  project.write('node_modules/vitest/vitest.mjs', "console.log('no tests here')")
  const run = project.run('test-deep', ['mutants'])
  expect(await run.code).toBe(1)
  expect(run.output()).toMatch(/No test ran:\nno tests here/)
  expect(run.output()).not.toMatch(/^ +at /m)
})
