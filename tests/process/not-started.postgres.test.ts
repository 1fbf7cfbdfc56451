import { once } from 'node:events'
import { symlinkSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { migrate } from '#server/database/migrate.ts'
import { openQueue } from '#server/job-queue.ts'
import { createLog } from '#server/log.ts'
import { whyNotStarted } from '#server/process/why-not-started.ts'
import { createWeb } from '#server/web.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { databaseUrl } from '#tests/support/database-url.ts'
import { startShop } from '#tests/support/shop.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'

/** The message of a failed start, without the text around it. */
async function refusal(env: Record<string, string>): Promise<string> {
  const { message } = (await startShop({ env: { DEMO: '0', ...env } }).catch(
    (error: Error) => error,
  )) as Error
  return /cannot start: ([\s\S]*)$/.exec(message)?.[1] ?? message
}

it.each(['1', '2'])(
  'a start fails in one line when its port is in use, before any job runs, with %s workers',
  async (WORKERS) => {
    const database = await createTestDatabase()
    onTestFinished(() => database.close())
    const queue = await openQueue(database.pool, { log: createLog('silent'), idle: true })
    await queue.send('mail', { to: 'a@example.com', subject: 'Soon', text: ['Hello.'] })
    await queue.stop({ graceful: false })
    const taken = createServer()
    await once(taken.listen(0), 'listening')
    onTestFinished(() => void taken.close())
    const PORT = String((taken.address() as AddressInfo).port)
    const said = await refusal({ DATABASE_URL: database.url, DATA_DIR: temporaryFolder(), PORT, WORKERS })
    expect(said.split('\n')[0]).toBe(`PORT ${PORT} is in use by another program (EADDRINUSE).`)
    expect(said).not.toMatch(/^ +at /m)
    const { rows } = await database.pool.query(`select state from jobs.job where name = 'mail'`)
    expect(rows).toEqual([{ state: 'created' }])
  },
)

it('a start fails in one line when its database role may not create tables', async () => {
  const database = await createTestDatabase()
  const role = `visitor_${process.pid}`
  onTestFinished(async () => {
    await database.pool.query(`drop owned by ${role}; drop role ${role}`)
    await database.close()
  })
  await database.pool.query(`drop schema public cascade; create schema public; create role ${role} login`)
  const url = new URL(database.url)
  if (url.searchParams.has('user')) url.searchParams.set('user', role)
  else url.username = role
  const said = await refusal({ DATABASE_URL: url.href, DATA_DIR: temporaryFolder() })
  const noSchema =
    /^The search_path leads to no schema that the role [^\n]+ must lead to public\. The role [^\n]+$/
  expect(said).toMatch(noSchema)
  await database.pool.query(`grant usage on schema public to ${role}`)
  expect(await refusal({ DATABASE_URL: url.href, DATA_DIR: temporaryFolder() })).toMatch(
    /^The database cannot be used: permission denied for schema public\. The role [^\n]+$/,
  )
  url.searchParams.set('options', '-csearch_path=nowhere')
  expect(await refusal({ DATABASE_URL: url.href, DATA_DIR: temporaryFolder() })).toMatch(noSchema)
})

it('a start fails in one line when a migration would wait for a locked table', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  await database.pool.query(
    `drop index messages_by_sender; delete from migrations where name = '0010-messages.sql'`,
  )
  const writer = await database.pool.connect()
  await writer.query('begin; lock table messages in row exclusive mode')
  const said = await refusal({ DATABASE_URL: database.url, DATA_DIR: temporaryFolder() })
  expect(said).toMatch(/^The database cannot be migrated during [^\n]+$/)
  await writer.query('rollback')
  writer.release()
  expect(await migrate(database.pool)).toEqual(['0010-messages.sql'])
})

it('a start fails in one line when its tables would be outside the schema public', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  await database.pool.query('create schema shop2')
  const url = new URL(database.url)
  url.searchParams.set('options', '-c search_path=shop2,public')
  const said = await refusal({ DATABASE_URL: url.href, DATA_DIR: temporaryFolder() })
  expect(said).toMatch(/^The role in DATABASE_URL [^\n]+ search_path leads to shop2: [^\n]+$/)
  const { rows } = await database.pool.query(`select tablename from pg_tables where schemaname = 'shop2'`)
  expect(rows).toEqual([])
})

it('a start fails in one line when the DateStyle of its role is not ISO', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const url = new URL(database.url)
  url.searchParams.set('options', '-c DateStyle=SQL,DMY')
  expect(await refusal({ DATABASE_URL: url.href, DATA_DIR: temporaryFolder() })).toMatch(
    /^The role in DATABASE_URL reads times as SQL, DMY, not as ISO: [^\n]+$/,
  )
})

it('a start fails in one line when transactions are serializable by default', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const url = new URL(database.url)
  url.searchParams.set('options', '-c default_transaction_isolation=serializable')
  expect(await refusal({ DATABASE_URL: url.href, DATA_DIR: temporaryFolder() })).toMatch(
    /^The role in DATABASE_URL has transactions serializable, not read committed: [^\n]+$/,
  )
})

it.each(['LATIN1', 'SQL_ASCII'])(
  'a start fails in one line when the database has the encoding %s',
  async (encoding) => {
    const database = await createTestDatabase()
    const name = `encoded_${process.pid}_${encoding.toLowerCase()}`
    onTestFinished(async () => {
      await database.pool.query(`drop database ${name} with (force)`)
      await database.close()
    })
    await database.pool.query(`create database ${name} encoding '${encoding}' locale 'C' template template0`)
    const DATABASE_URL = databaseUrl(database.url, name)
    expect(await refusal({ DATABASE_URL, DATA_DIR: temporaryFolder() })).toMatch(
      new RegExp(`^The database in DATABASE_URL has the encoding ${encoding}: [^\\n]+$`),
    )
  },
)

it('a start without built pages fails with the command to build them', async () => {
  const opening = createWeb({ mode: 'production', root: temporaryFolder() } as never)
  const failure = await opening.catch((error: unknown) => error)
  expect(whyNotStarted(failure, 3000)).toBe('The pages are not built yet: run npm run build.')
})

it('a start fails in one line when the pictures of the demo data cannot be stored', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const folder = temporaryFolder()
  symlinkSync(join(folder, 'away', 'images'), join(folder, 'images'))
  const said = await refusal({ DATABASE_URL: database.url, DATA_DIR: folder, DEMO: '1' })
  expect(said.trim()).toMatch(/^The folder of pictures cannot be used: [^\n]+$/)
})

it('a start on a port that this user may not open fails with that port', () => {
  const failure = Object.assign(new Error('listen EACCES: permission denied'), {
    code: 'EACCES',
    syscall: 'listen',
  })
  expect(whyNotStarted(failure, 80)).toMatch(/^PORT 80 may not be opened [^\n]+$/)
})

it('a lost database connection is reported in one line, and a missing file with its stack', () => {
  const lost = new Error('Client has encountered a connection error and is not queryable')
  const said = `The database cannot be used: ${lost.message}.`
  expect(whyNotStarted(lost, 3000)).toBe(said)
  expect(whyNotStarted(new Error('Failed query: select 1\nparams: a secret', { cause: lost }), 3000)).toBe(
    said,
  )
  const missing = Object.assign(new Error('ENOENT: no such file or directory'), {
    code: 'ENOENT',
    path: '/nowhere',
  })
  expect(whyNotStarted(missing, 3000)).toBe(missing.stack)
})

it('a start fails in one line when the database has too many connections', () => {
  const failure = Object.assign(new Error('too many connections for role "shop"'), { code: '53300' })
  expect(whyNotStarted(failure, 3000)).toBe(
    'The database cannot be used: too many connections for role "shop".',
  )
})
