import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { startEmbedded } from '#server/database/embedded.ts'
import { DatabaseUnusable } from '#server/database/wait-for-database.ts'
import { surroundings } from '#tests/support/surroundings.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { program } from '../../scripts/paths.mjs'
import { embeddedForTest, poolForTest } from './embedded-for-test.ts'

const log = { error: () => {} }

// Each test starts several processes, which takes time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

test('rows written before a stop are there after the next start', async () => {
  const folder = temporaryFolder()
  const first = await embeddedForTest(folder)
  await poolForTest(first).query('create table t as select 7 as n')
  await first.stop()
  expect(await first.exited).toEqual({ code: 0, signal: null })
  const second = await embeddedForTest(folder)
  expect((await poolForTest(second).query('select n from t')).rows).toEqual([{ n: 7 }])
})

test('a second start on a folder in use is refused with one line that names folder and process', async () => {
  const folder = temporaryFolder()
  await embeddedForTest(folder)
  await expect(startEmbedded({ folder, log })).rejects.toThrow(
    `The database in ${folder} is in use by another Clamshell (process ${process.pid}): ` +
      'stop that one, or choose another folder.',
  )
})

test('of three starts at once on one folder exactly one succeeds', async () => {
  const folder = temporaryFolder()
  await (await embeddedForTest(folder)).stop()
  const starts = await Promise.allSettled(Array.from({ length: 3 }, () => startEmbedded({ folder, log })))
  const started = starts.filter((start) => start.status === 'fulfilled')
  for (const start of started) await start.value.stop()
  expect(started).toHaveLength(1)
})

test.for([
  ['data/letter.txt', 'data that is not a complete database: move it elsewhere and restore a backup'],
  ['data', 'data that is not a complete database: move it elsewhere and restore a backup'],
  ['lock', 'lock is not a Clamshell lock: move it elsewhere.'],
] as const)('a folder with other content is refused, and left unchanged: %s', async ([file, why]) => {
  const folder = temporaryFolder()
  const path = join(folder, file)
  mkdirSync(dirname(path), { recursive: true })
  const content = 'not a database '.repeat(100)
  writeFileSync(path, content)
  await expect(startEmbedded({ folder, log })).rejects.toThrow(why)
  expect(readFileSync(path, 'utf8')).toBe(content)
})

test.for([
  ['PG_VERSION', '16\n', 'database files are incompatible with server'],
  ['global/pg_control', '', 'could not read file "global/pg_control": read 0 of 296'],
] as const)(
  'an incompatible or damaged database is refused with the error of the engine: %s',
  async ([file, content, why]) => {
    const folder = temporaryFolder()
    await (await embeddedForTest(folder)).stop()
    writeFileSync(join(folder, 'data', file), content)
    await expect(startEmbedded({ folder, log })).rejects.toThrow(
      `The embedded database in ${folder} cannot be opened (${why}). If its files are damaged, or of ` +
        'another version, use another DATA_DIR and restore a backup.',
    )
  },
)

const onSmallDisk = (folder: string, ...command: string[]) =>
  spawnSync(
    'unshare',
    ['-rm', 'sh', '-c', `mount -t tmpfs -o size=2m tmpfs '${folder}' && exec "$@"`, 'sh', ...command],
    { encoding: 'utf8', env: { ...surroundings(), DATA_DIR: folder } },
  )
const hasSmallDisks = onSmallDisk(tmpdir(), 'true').status === 0

test.skipIf(!hasSmallDisks)('a full disk is reported in one line', () => {
  expect(onSmallDisk(temporaryFolder(), process.execPath, program).stderr).toMatch(
    /^Clamshell cannot start: The embedded database in \S+ cannot be opened \(ErrnoError \d+\): [^\n]+\n$/,
  )
})

test('a database process that cannot be spawned is reported in one line, leaving no files', async () => {
  const before = readdirSync(tmpdir()).filter(isSocketFolder)
  const folder = join(temporaryFolder(), 'long'.repeat(25))
  const { execPath } = process
  process.execPath = '/nowhere/node'
  const starting = startEmbedded({ folder, log })
  process.execPath = execPath
  const failure = await starting.catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(DatabaseUnusable)
  expect(String(failure)).toMatch(/^Error: The embedded database cannot be started: spawn [^\n]+ENOENT\.$/)
  expect(readdirSync(tmpdir()).filter((name) => isSocketFolder(name) && !before.includes(name))).toEqual([])
})

test('a folder with a long name and special characters works, and leaves no temporary files', async () => {
  const folder = join(temporaryFolder(), `${'long'.repeat(25)} & ü?`)
  const before = readdirSync(tmpdir()).filter(isSocketFolder)
  const embedded = await embeddedForTest(folder)
  expect((await poolForTest(embedded).query('select 1 as one')).rows).toEqual([{ one: 1 }])
  const used = readdirSync(tmpdir()).filter((name) => isSocketFolder(name) && !before.includes(name))
  await embedded.stop()
  expect(used).not.toEqual([])
  expect(used.filter((name) => existsSync(join(tmpdir(), name)))).toEqual([])
})

test('it listens on a loopback port when there are no Unix sockets', async () => {
  const embedded = await embeddedForTest(temporaryFolder(), { loopback: true })
  expect(embedded.url).toMatch(/^postgresql:\/\/postgres@127\.0\.0\.1:\d+\/postgres$/)
  expect((await poolForTest(embedded).query('select 1 as one')).rows).toEqual([{ one: 1 }])
})

test('a database process that is killed is reported', async () => {
  const embedded = await embeddedForTest(temporaryFolder())
  process.kill(embedded.pid!, 'SIGKILL')
  expect(await embedded.exited).toEqual({ code: null, signal: 'SIGKILL' })
})

function isSocketFolder(name: string): boolean {
  return /^clamshell-[A-Za-z0-9]{6}$/.test(name)
}
