import { expect, it, onTestFinished, vi } from 'vitest'
import { waitForDatabase } from '#server/database/wait-for-database.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { startShop } from '#tests/support/shop.ts'

const refused = () => Object.assign(new Error(''), { code: 'ECONNREFUSED' })

function failing(times: number, failure: Error) {
  let tries = 0
  return {
    query: async () => {
      if (tries++ < times) throw failure
      return { rows: [] }
    },
  } as unknown as Parameters<typeof waitForDatabase>[0]
}

it('a start waits for an absent database, and says so once', async () => {
  const said: string[] = []
  await waitForDatabase(failing(3, refused()), { say: (line) => said.push(line) })
  expect(said).toEqual(['Waiting up to 30 seconds for the database (ECONNREFUSED) ...'])
})

it('a start waits until a standby is promoted', async () => {
  const states = ['on', 'on', 'off']
  const query = async () => ({ rows: [{ read_only: states.shift() }] })
  const said: string[] = []
  const pool = { query } as unknown as Parameters<typeof waitForDatabase>[0]
  await waitForDatabase(pool, { say: (line) => said.push(line) })
  expect(said).toEqual(['Waiting up to 30 seconds for the database (it takes no changes) ...'])
  expect(states).toEqual([])
})

it('a start tries once more when a stalled machine used up the time to wait', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  let tries = 0
  const query = async () => {
    if (tries++ > 0) return { rows: [] }
    vi.advanceTimersByTime(60_000)
    throw new Error('Connection terminated due to connection timeout')
  }
  await waitForDatabase({ query } as unknown as Parameters<typeof waitForDatabase>[0], { say: () => {} })
  expect(tries).toBe(2)
})

it('a start waits as long as ever when the clock is set forward meanwhile', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const say = () => void vi.setSystemTime(Date.now() + 3_600_000)
  await waitForDatabase(failing(2, refused()), { say })
})

it('a start fails in one line when the database stays absent', async () => {
  const never = waitForDatabase(failing(1e9, refused()), { say: () => {}, timeoutMs: 0 })
  await expect(never).rejects.toThrow('The database has not answered for 0 seconds: ECONNREFUSED')
})

it('the error for a host with several addresses is that of the first address', async () => {
  const each = ['::1', '127.0.0.1'].map((host) => new Error(`connect ECONNREFUSED ${host}:5432`))
  const none = Object.assign(new AggregateError(each), { code: 'ECONNREFUSED' })
  const never = waitForDatabase(failing(1e9, none), { say: () => {}, timeoutMs: 0 })
  await expect(never).rejects.toThrow('seconds: connect ECONNREFUSED ::1:5432')
})

it('a start does not wait after a wrong password', async () => {
  const wrong = Object.assign(new Error('password authentication failed for user "x"'), { code: '28P01' })
  const said: string[] = []
  const waiting = waitForDatabase(failing(1, wrong), { say: (line) => said.push(line) })
  await expect(waiting).rejects.toThrow('The database cannot be used: password authentication failed')
  expect(said).toEqual([])
})

it.each(['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'])(
  'an untrusted certificate is reported with how to name its authority: %s',
  async (code) => {
    const failure = Object.assign(new Error('self-signed; try running Node.js with --use-system-ca'), {
      code,
    })
    const waiting = waitForDatabase(failing(1, failure), { say: () => {} })
    await expect(waiting).rejects.toThrow(
      /^The database cannot be used: no trusted authority .*sslrootcert=[^\n]* DATABASE_URL\.$/,
    )
  },
)

it('the shop opens when its database starts later, and refuses a database that does not exist', async () => {
  const server = await startPostgres({ durable: true })
  await server.crash('SIGQUIT')
  const opening = startShop({ env: { DATABASE_URL: server.url, DEMO: '0' } })
  await server.restart()
  const shop = await opening
  expect((await fetch(`${shop.url}/readyz`)).status).toBe(200)
  await shop.stop()
  const nowhere = new URL(server.url)
  nowhere.pathname = '/nosuch'
  const refusal = await startShop({ env: { DATABASE_URL: nowhere.href } }).catch((error: Error) => error)
  expect((refusal as Error).message).toMatch(
    /Clamshell cannot start: The database cannot be used: database "nosuch" does not exist$/,
  )
  await server.stop()
})
