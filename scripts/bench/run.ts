import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeLeftovers } from '#tests/support/remove-leftovers.ts'
import { compare } from './compare.ts'
import { firstOf, measureRows } from './measure-rows.ts'
import { openCatalogue } from './open-catalogue.ts'
import { openDatabases } from './open-databases.ts'
import { openPart } from './open-part.ts'
import { readOptions } from './options.ts'
import { printRows } from './print-rows.ts'
import { showStep } from './progress.ts'
import { recordShop } from './record-shop.ts'
import type { Results } from './results.ts'
import { publicRows } from './rows.ts'
import { overHttp } from './subjects.ts'

const NAME = 'clamshell-bench-'
const options = readOptions(process.argv.slice(2), { typedIn: process.env.INIT_CWD })

removeLeftovers(NAME)
const home = mkdtempSync(join(tmpdir(), `${NAME}${process.pid}-`))
const databases = await openDatabases()
const parts = {
  driver: openPart('driver.ts'),
  bare: openPart('bare-server.ts'),
  alone: openPart('pg-alone.ts'),
  express: openPart('express-server.ts', { env: { ...process.env, NODE_ENV: 'production' } }),
}
try {
  const [size = 0] = options.sizes
  const catalogue = await openCatalogue(databases, home, size)
  const rows = await publicRows(catalogue.pool)
  showStep('Recording the SQL of each list')
  const lists = rows.filter(({ kind }) => kind === 'list')
  const recorded = await recordShop(
    { folder: home, databaseUrl: catalogue.url },
    lists.map(({ asks }) => firstOf(asks)),
  )
  const queries = new Map(lists.map(({ name }, at) => [name, [recorded[at] ?? []]]))
  const json = { status: 200, headers: [['content-type', 'application/json']], body: btoa('{"ok":true}') }
  const { port } = await parts.bare.ask<{ port: number }>(json)
  const plain = overHttp(parts.driver, { port, pid: parts.bare.pid }, [{ path: '/' }])
  const machine = await compare({ plain }, 16, options)
  const results: Results = {
    at: new Date().toISOString(),
    machine: {
      cpus: availableParallelism(),
      model: cpus()[0]?.model ?? 'unknown',
      node: process.version,
      bareJsonPerSecond: machine.plain.perSecond,
    },
    rows: await measureRows(parts, catalogue, rows, queries, options),
  }
  printRows(results.rows)
  if (options.json) writeFileSync(options.json, `${JSON.stringify(results, null, 2)}\n`)
  await catalogue.close()
} finally {
  for (const part of Object.values(parts)) part.close()
  await databases.stop()
  rmSync(home, { recursive: true, force: true })
}
