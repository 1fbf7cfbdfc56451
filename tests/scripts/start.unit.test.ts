import { expect, test, vi } from 'vitest'
import { isRunning } from '#tests/support/is-running.ts'
import { fakeProject, written } from './fake-project.ts'

const PAGES = 'react-router build\n'
const SERVER = 'vite build --config scripts/build-server/vite.config.ts\n'

test('a start builds pages and server once, and after a change only what has changed', async () => {
  const project = fakeProject()
  await startAndEnd(project)
  expect(project.calls()).toBe(PAGES + SERVER)
  await startAndEnd(project)
  expect(project.calls()).toBe(PAGES + SERVER)
  project.write('app/routes/home.tsx', 'new')
  await startAndEnd(project)
  expect(project.calls()).toBe(PAGES + SERVER + PAGES)
  project.write('server/process/open-shop.ts', 'new')
  await startAndEnd(project)
  expect(project.calls()).toBe(PAGES + SERVER + PAGES + SERVER)
})

test('a start after a build builds nothing', async () => {
  const project = fakeProject()
  expect(await project.run('build').code).toBe(0)
  expect(project.calls()).toBe(PAGES + SERVER)
  await startAndEnd(project)
  expect(project.calls()).toBe(PAGES + SERVER)
})

test('a start installs packages once when the lockfile requires others than installed', async () => {
  const project = fakeProject()
  project.write(
    'package-lock.json',
    '{ "packages": { "": {}, "node_modules/thing": { "version": "2.0.0" } } }',
  )
  for (let time = 0; time < 2; time++) await startAndEnd(project, { NODE_ENV: 'production' })
  expect(project.calls()).toBe(`npm ci --include=dev\n${PAGES}${SERVER}`)
})

test('a package for another system may be missing, but must not be installed', async () => {
  const project = fakeProject()
  const lock = (extra: object) => JSON.stringify({ packages: { '': {}, ...extra } })
  const other = { 'node_modules/other': { version: '1.0.0', os: ['aix'], optional: true } }
  project.write('package-lock.json', lock(other))
  project.write('node_modules/.package-lock.json', lock({}))
  await project.run('test', ['lint']).code
  expect(project.calls()).toBe('biome check\n')
  project.write('node_modules/.package-lock.json', lock(other))
  await project.run('test', ['lint']).code
  expect(project.calls()).toContain('npm ci')
})

test.for(['SIGINT', 'SIGTERM'] as const)(
  '%s, sent twice to the process group, reaches the server once',
  async (signal) => {
    const run = fakeProject().run('start', [], { ENDS_AFTER: '3000' })
    await written(run, /open \d+/)
    process.kill(-run.process.pid!, signal)
    await written(run, /told/)
    process.kill(-run.process.pid!, signal)
    expect(await run.code).toBe(0)
    expect(run.output().match(/told \w+/g)).toEqual([`told ${signal}`])
  },
)

test('SIGHUP ends the server like SIGTERM', async () => {
  const run = fakeProject().run('start')
  await written(run, /open \d+/)
  run.process.kill('SIGHUP')
  expect(await run.code).toBe(0)
  expect(run.output()).toContain('told SIGTERM')
})

test('the command exits with the exit code of the server', async () => {
  const run = fakeProject().run('start', [], { CODE: '7' })
  await written(run, /open \d+/)
  run.process.kill('SIGTERM')
  expect(await run.code).toBe(7)
})

test('the server shuts down cleanly when the command is killed', async () => {
  const run = fakeProject().run('start')
  const [, pid] = await written(run, /open (\d+)/)
  run.process.kill('SIGKILL')
  await written(run, /told SIGTERM/)
  await vi.waitUntil(() => !isRunning(Number(pid)), { timeout: 20_000 })
})

test('the server shuts down cleanly when npm kills the shell between itself and the command', async () => {
  const project = fakeProject()
  const run = project.run('under-a-shell', [], { npm_lifecycle_event: 'start' })
  const [, pid] = await written(run, /open (\d+)/)
  run.process.kill('SIGKILL')
  await written(run, /told SIGTERM/)
  await vi.waitUntil(() => !isRunning(Number(pid)), { timeout: 20_000 })
})

test('a failed build shows its output, and nothing is started', async () => {
  const project = fakeProject()
  project.write('node_modules/@react-router/dev/bin.cjs', "console.log('a page is broken'); process.exit(1)")
  const run = project.run('start')
  expect(await run.code).toBe(1)
  expect(run.output()).toMatch(
    /Building the pages…\na page is broken\nBuilding the pages… failed after \d+ s/,
  )
  expect(run.output()).not.toContain('open')
})

/** Starts the shop and ends it when it is open; returns its output. */
async function startAndEnd(project: ReturnType<typeof fakeProject>, env = {}): Promise<string> {
  const run = project.run('start', [], env)
  await written(run, /open \d+/)
  run.process.kill('SIGTERM')
  await run.code
  return run.output()
}
