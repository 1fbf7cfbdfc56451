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

/** A Vitest that reports these files, with as many tests passed and failed, and records its arguments. */
const reporting = (files: Record<string, [passed: number, failed: number]>) => {
  const tests = (count: number, status: string) => Array.from({ length: count }, () => ({ status }))
  const testResults = Object.entries(files).map(([name, [passed, failed]]) => ({
    name,
    status: passed === 0 || failed > 0 ? 'failed' : 'passed',
    assertionResults: [...tests(passed, 'passed'), ...tests(failed, 'failed')],
  }))
  const code = testResults.some(({ status }) => status === 'failed') ? 1 : 0
  return `
    import { appendFileSync, writeFileSync } from 'node:fs'
    const args = process.argv.slice(2)
    appendFileSync('calls.txt', ['vitest', ...args.filter((arg) => arg.endsWith('.ts'))].join(' ') + '\\n')
    const report = args.find((arg) => arg.startsWith('--outputFile')).split('=')[1]
    const testResults = ${JSON.stringify(testResults)}.map((file) => ({ ...file, name: process.cwd() + '/' + file.name }))
    writeFileSync(report, JSON.stringify({ testResults }))
    process.exitCode = ${code}`
}
const MATRIX = 'tests/permissions/matrix.postgres.test.ts'
const TOKENS = 'tests/permissions/bad-tokens.postgres.test.ts'
const CARDS = 'tests/payments/test-cards.postgres.test.ts'

test('what failed is in the score, and is run again', async () => {
  const project = fakeProject()
  const score = async (files: Parameters<typeof reporting>[0]) => {
    project.write('node_modules/vitest/vitest.mjs', reporting(files))
    project.write('calls.txt', '')
    const run = project.run('test-deep', ['tables'])
    const code = await run.code
    return { code, lines: run.output().match(/^.* of \d+$/gm), ran: project.calls().match(/^vitest.*$/gm) }
  }
  const some = await score({
    [MATRIX]: [2, 1],
    [TOKENS]: [3, 0],
    [CARDS]: [4, 0],
    'tests/away.test.ts': [0, 0],
  })
  expect(some).toMatchObject({ code: 1, ran: ['vitest'] })
  expect(some.lines).toEqual([
    expect.stringMatching(/^! tests of the server passed +9 of 11$/),
    expect.stringMatching(/^! matrix cells equal +2 of 3$/),
    expect.stringMatching(/^ {2}tokens refused +3 of 3$/),
    expect.stringMatching(/^ {2}cards right +4 of 4$/),
  ])
  const repaired = await score({ [MATRIX]: [3, 0], 'tests/away.test.ts': [1, 0] })
  expect(repaired).toMatchObject({ code: 0, ran: [`vitest ${MATRIX} tests/away.test.ts`] })
  expect(repaired.lines?.[0]).toMatch(/ 11 of 11$/)
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
