import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '#tests/support/temporary-folder.ts'
import { embeddedForTest, poolForTest } from './embedded-for-test.ts'

const folder = temporaryFolder(afterAll)
const pool = poolForTest(await embeddedForTest(folder, { finished: afterAll }), afterAll)

// What no client library does, but a crashing client may: send part of a query, no Sync, and disconnect.

test('a query without a Sync is rolled back when its connection is cut', async () => {
  const socket = await connected()
  await pool.query('create table t (n int)')
  socket.write(batch("insert into t values (1) returning 'written'"))
  await answered(socket, 'written')
  const waiting = pool.query('select count(*)::int as n from t where n > $1', [-1])
  socket.destroy()
  expect((await waiting).rows).toEqual([{ n: 0 }])
})

test('a failed query without a Sync is rolled back with its transaction on disconnection', async () => {
  const socket = await connected()
  await pool.query('create table u (n int)')
  socket.write(Buffer.concat([message('Q', 'begin\0'), message('Q', 'insert into u values (1)\0')]))
  socket.write(batch('select 1 / (select count(*) from u where n = 0)'))
  await answered(socket, 'division by zero')
  const waiting = pool.query('select count(*)::int as n from u where n > $1', [-1])
  socket.destroy()
  expect((await waiting).rows).toEqual([{ n: 0 }])
  expect((await pool.query('insert into u values ($1) returning n', [2])).rows).toEqual([{ n: 2 }])
})

async function connected(): Promise<Socket> {
  const socket = connect(join(folder, '.s.PGSQL.5432'))
  const startup = Buffer.from('\0\x03\0\0user\0postgres\0\0', 'latin1')
  socket.write(Buffer.concat([length(startup), startup]))
  await answered(socket, 'Z')
  return socket
}

/** Resolves once the server's messages contain `text`. */
async function answered(socket: Socket, text: string): Promise<void> {
  await new Promise<void>((done) => {
    let heard = ''
    socket.on('data', function listen(data) {
      heard += data.toString('latin1')
      if (!heard.includes(text)) return
      socket.off('data', listen)
      done()
    })
  })
}

/** Parse, Bind and Execute of the unnamed statement, with a Flush instead of the Sync. */
function batch(sql: string): Buffer {
  return Buffer.concat([
    message('P', `\0${sql}\0\0\0`),
    message('B', '\0\0\0\0\0\0\0\0'),
    message('E', '\0\0\0\0\0'),
    message('H', ''),
  ])
}

function message(letter: string, body: string): Buffer {
  const bytes = Buffer.from(body, 'latin1')
  return Buffer.concat([Buffer.from(letter), length(bytes), bytes])
}

function length(body: Buffer): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(body.length + 4)
  return bytes
}
