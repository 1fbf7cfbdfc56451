import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { runCommand } from '#server/process/run-command.ts'
import { createTestDatabase } from '#tests/support/database.ts'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { runAdmin } from '#tests/users/run-admin.ts'

/** Any of the three commands would do: all open their place in the same way. */
const command = (DATABASE_URL: string) =>
  runAdmin(['somebody@example.com'], { DATABASE_URL, DATA_DIR: temporaryFolder() })

/** The address of a database at which `accept` handles the connections. */
async function listening(accept: Parameters<typeof createServer>[1]): Promise<string> {
  const server = createServer(accept)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return `postgresql://somebody@127.0.0.1:${(server.address() as AddressInfo).port}/shop`
}

it('a command reports in one line that the database offers no TLS', async () => {
  const database = await createTestDatabase()
  onTestFinished(() => database.close())
  const url = new URL(database.url)
  url.searchParams.set('sslmode', 'verify-full')
  expect(await command(url.href)).toEqual({
    code: 1,
    out: '',
    err: 'The database cannot be used: The server does not support SSL connections\n',
  })
})

it.each<[string, Parameters<typeof createServer>[1], string]>([
  ['does not respond', () => {}, 'Connection terminated due to connection timeout'],
  ['closes the connection', (socket) => socket.end(), 'Connection terminated unexpectedly'],
])('a command reports in one line that a server in place of the database %s', async (_, accept, why) => {
  expect(await command(await listening(accept))).toEqual({
    code: 1,
    out: '',
    err: `The database cannot be used: ${why}\n`,
  })
})

it('a command reports in one line that its database connection was lost', async () => {
  const { exitCode } = process
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await runCommand(() => Promise.reject(new Error('Connection terminated unexpectedly')))
  const said = write.mock.calls
  write.mockRestore()
  expect(process.exitCode).toBe(1)
  process.exitCode = exitCode
  expect(said).toEqual([['It did not work: Connection terminated unexpectedly\n']])
})
