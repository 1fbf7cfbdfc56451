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
