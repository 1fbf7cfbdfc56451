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

it('waits for a database that is not there yet, and says so once', async () => {
  const said: string[] = []
  await waitForDatabase(failing(3, refused()), { say: (line) => said.push(line) })
  expect(said).toEqual(['Waiting up to 30 seconds for the database (ECONNREFUSED) ...'])
})

it('waits for a standby that is not promoted yet', async () => {
  const states = ['on', 'on', 'off']
  const query = async () => ({ rows: [{ read_only: states.shift() }] })
  const said: string[] = []
  const pool = { query } as unknown as Parameters<typeof waitForDatabase>[0]
  await waitForDatabase(pool, { say: (line) => said.push(line) })
  expect(said).toEqual(['Waiting up to 30 seconds for the database (it takes no changes) ...'])
  expect(states).toEqual([])
})

it('tries once more where the machine stood still for all of the time in which it would have', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
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

it('gives a database up that does not come, with one clear line', async () => {
  const never = waitForDatabase(failing(1e9, refused()), { say: () => {}, timeoutMs: 0 })
  await expect(never).rejects.toThrow('The database has not answered for 0 seconds: ECONNREFUSED')
})

it('says of a host with several addresses why the first of them failed', async () => {
  const each = ['::1', '127.0.0.1'].map((host) => new Error(`connect ECONNREFUSED ${host}:5432`))
  const none = Object.assign(new AggregateError(each), { code: 'ECONNREFUSED' })
  const never = waitForDatabase(failing(1e9, none), { say: () => {}, timeoutMs: 0 })
  await expect(never).rejects.toThrow('seconds: connect ECONNREFUSED ::1:5432')
})

it('does not wait where waiting has no point', async () => {
  const wrong = Object.assign(new Error('password authentication failed for user "x"'), { code: '28P01' })
  const said: string[] = []
  const waiting = waitForDatabase(failing(1, wrong), { say: (line) => said.push(line) })
  await expect(waiting).rejects.toThrow('The database cannot be used: password authentication failed')
  expect(said).toEqual([])
})

it.each(['DEPTH_ZERO_SELF_SIGNED_CERT', 'SELF_SIGNED_CERT_IN_CHAIN', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'])(
  'says how to name the authority of a certificate that is not believed: %s',
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

it('opens when its database comes later than itself, and refuses one that has no such name', async () => {
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
