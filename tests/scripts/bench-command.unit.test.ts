import { expect, test } from 'vitest'
import { fakeProject } from './fake-project.ts'

test.each([
  ['--quik', "Unknown option '--quik'\n"],
  ['--beside --quick', '--beside takes one size, and no --quick.\n'],
  ['--sizes=5', '--sizes takes numbers of laptops from 100, separated by commas: --sizes 1000,100000.\n'],
])('%s is refused in one line before anything is installed or built', async (typed, said) => {
  const project = fakeProject()
  const run = project.run('bench', typed.split(' '))
  expect(await run.code).toBe(2)
  expect(run.output()).toBe(said)
  expect(project.calls()).toBe('')
})
