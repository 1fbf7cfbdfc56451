import { expect, test } from 'vitest'
import { fakeProject } from './fake-project.ts'

test('what was reached is kept until the shop, what tries it or a mutant changes', async () => {
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
}, 60_000)
