import { expect, test } from 'vitest'
import { fakeProject, written } from './fake-project.ts'

const COMMAND = (ends: string) => `
  process.on('SIGTERM', () => {
    process.stdout.write('told\\n')
    ${ends}
  })
  setInterval(() => {}, 1000)
  process.stdout.write('begun\\n')`

test.each(['backup', 'restore', 'admin'])(
  'npm run %s passes SIGTERM on to its command, and exits with its code',
  async (name) => {
    const project = fakeProject()
    project.write(`server/${name}.ts`, COMMAND('setTimeout(() => process.exit(143), 200)'))
    const run = project.run(name, ['something'])
    await written(run, /begun/)
    run.process.kill('SIGTERM')
    expect(await run.code).toBe(143)
    expect(run.output()).toBe('begun\ntold\n')
  },
)

test('a command that is killed by a signal exits with 128 plus the number of the signal', async () => {
  const project = fakeProject()
  project.write('server/backup.ts', COMMAND(`process.kill(process.pid, 'SIGKILL')`))
  const run = project.run('backup', ['something'])
  await written(run, /begun/)
  run.process.kill('SIGTERM')
  expect(await run.code).toBe(137)
})
