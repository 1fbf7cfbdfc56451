import { openSync, writeSync } from 'node:fs'
import pg from 'pg'
import { startEmbedded } from '#server/database/embedded.ts'

/**
 * A process for the tests that kill it: writes rows over four connections into the embedded database of the folder
 * argv[2], and appends each number to the journal argv[3] once the database has acknowledged it. With a query in
 * argv[4] it runs that instead, to keep the database busy.
 */
const [folder = '', journalFile = '', query] = process.argv.slice(2)
const journal = openSync(journalFile, 'a')
const log = { error: (line: string) => process.stderr.write(`${line}\n`) }
const embedded = await startEmbedded({ folder, log })
const pool = new pg.Pool({ connectionString: embedded.url, max: 4 })
pool.on('error', () => process.exit(1))
await pool.query('create table if not exists t (n serial primary key, filler text)')
const busy = query && pool.query(query)
process.send?.({ pid: embedded.pid })
await busy

await Promise.all(
  Array.from({ length: 4 }, async () => {
    for (;;) {
      const { rows } = await pool.query('insert into t (filler) values ($1) returning n', ['x'.repeat(500)])
      writeSync(journal, `${rows[0].n}\n`)
    }
  }),
).catch(() => process.exit(1))
