import { type ChildProcess, fork } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import { isRunning } from '#tests/support/is-running.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { embeddedForTest, poolForTest } from './embedded-for-test.ts'

// Each test starts several processes, which takes time on a busy machine.
vi.setConfig({ testTimeout: 120_000 })

test.for(['server', 'database'] as const)(
  'no acknowledged row is lost when the %s process is killed while writing, twice',
  async (victim) => {
    const folder = join(temporaryFolder(), 'database')
    const journal = `${folder}.journal`
    for (let round = 1; round <= 2; round++) {
      const before = acknowledged(journal).length
      const writer = await startWriter(folder, journal)
      await vi.waitUntil(() => acknowledged(journal).length > before + 200, { timeout: 30_000 })
      const ended = new Promise((done) => writer.process.once('exit', done))
      process.kill(victim === 'server' ? writer.process.pid! : writer.databasePid, 'SIGKILL')
      await ended
    }
    const { rows } = await poolForTest(await embeddedForTest(folder)).query<{ n: number }>('select n from t')
    const kept = new Set(rows.map(({ n }) => n))
    expect(acknowledged(journal).filter((n) => !kept.has(n))).toEqual([])
    expect(kept.size).toBeGreaterThan(400)
  },
)

test('the database process ends when the server process is killed', async () => {
  const folder = join(temporaryFolder(), 'database')
  const writer = await startWriter(folder, `${folder}.journal`)
  writer.process.kill('SIGKILL')
  await vi.waitUntil(() => !isRunning(writer.databasePid), { timeout: 20_000 })
  expect(existsSync(join(folder, '.s.PGSQL.5432'))).toBe(false)
})

test('a start waits for the database process of a killed server, even one busy for an hour', async () => {
  const folder = join(temporaryFolder(), 'database')
  // The engine sees its data folder under this name; the file shows that the query has begun.
  const query = "copy (select 1) to '/pglite/data/begun'; select pg_sleep(3600)"
  const writer = await startWriter(folder, `${folder}.journal`, query)
  await vi.waitUntil(() => existsSync(join(folder, 'data/begun')), { timeout: 20_000 })
  const ended = new Promise((done) => writer.process.once('exit', done))
  writer.process.kill('SIGKILL')
  await ended
  const next = await embeddedForTest(folder)
  expect((await poolForTest(next).query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

async function startWriter(
  folder: string,
  journal: string,
  ...query: string[]
): Promise<{ process: ChildProcess; databasePid: number }> {
  const writer = fork(fileURLToPath(new URL('./embedded-writer.ts', import.meta.url)), [
    folder,
    journal,
    ...query,
  ])
  onTestFinished(() => void writer.kill('SIGKILL'))
  const { pid } = await new Promise<{ pid: number }>((started, fail) => {
    writer.once('message', (message: { pid: number }) => started(message))
    writer.once('exit', () => fail(new Error('the writer ended early')))
  })
  return { process: writer, databasePid: pid }
}

function acknowledged(journal: string): number[] {
  if (!existsSync(journal)) return []
  return readFileSync(journal, 'utf8').split('\n').filter(Boolean).map(Number)
}
