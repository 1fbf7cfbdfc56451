import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeLeftovers } from '#tests/support/remove-leftovers.ts'
import type { BareAnswer } from './bare-server.ts'
import { judge } from './budgets.ts'
import { compare, type Subject } from './compare.ts'
import type { Driven } from './driver.ts'
import type { Fetches } from './fetcher.ts'
import { measureCrowd } from './measure-crowd.ts'
import { measureGrowth } from './measure-growth.ts'
import { measureLasting } from './measure-lasting.ts'
import { measurePages } from './measure-pages.ts'
import { measurePeople } from './measure-people.ts'
import { firstOf, isList, measureRows } from './measure-rows.ts'
import { measureStarts } from './measure-start.ts'
import { type Catalogue, openCatalogue } from './open-catalogue.ts'
import { openDatabases } from './open-databases.ts'
import { openPart } from './open-part.ts'
import { readOptions } from './options.mjs'
import { printResults, printVerdicts } from './print-results.ts'
import { showStep } from './progress.ts'
import type { Query } from './record-queries.ts'
import { recordShop } from './record-shop.ts'
import type { Results } from './results.ts'
import { publicRows, type Row } from './rows.ts'
import { overHttp } from './subjects.ts'

const NAME = 'clamshell-bench-'
const options = readOptions(process.argv.slice(2), { typedIn: process.env.INIT_CWD })

removeLeftovers(NAME)
const home = mkdtempSync(join(tmpdir(), `${NAME}${process.pid}-`))
const databases = await openDatabases()
const parts = {
  driver: openPart('driver.ts'),
  bare: openPart('bare-server.ts'),
  fetcher: openPart('fetcher.ts'),
  alone: openPart('pg-alone.ts'),
  buyers: openPart('buyers.ts'),
  express: openPart('express-server.ts', { env: { ...process.env, NODE_ENV: 'production' } }),
}
const catalogues: Catalogue[] = []
try {
  for (const size of options.sizes) catalogues.push(await openCatalogue(databases, home, size))
  const results = await measureAll(catalogues[0]!)
  printResults(results)
  if (options.json) writeFileSync(options.json, `${JSON.stringify(results, null, 2)}\n`)
  const kept = printVerdicts(judge(results))
  if (!kept && !options.quick) process.exitCode = 1
} finally {
  for (const catalogue of catalogues) await catalogue.close()
  for (const part of Object.values(parts)) part.close()
  await databases.stop()
  rmSync(home, { recursive: true, force: true })
}

/** All measurements; all but those of growth use the smallest catalogue. */
async function measureAll(first: Catalogue): Promise<Results> {
  const rows = await publicRows(first.pool)
  return {
    at: new Date().toISOString(),
    sizes: options.sizes,
    machine: await measureMachine(),
    rows: await measureRows(parts, first, rows, await recordLists(first, rows), options),
    lasting: options.quick ? undefined : await measureLasting(parts.driver, first, rows),
    // With one size there is nothing to compare.
    growth: catalogues.length > 1 ? await measureGrowth(parts.driver, catalogues) : [],
    people: await measurePeople(parts.driver, parts.buyers, first, options),
    crowd: await measureCrowd(parts.driver, parts.buyers, first, options),
    starts: await measureStarts(home, first.url, options),
    pages: options.quick ? [] : await measurePages(first.shop),
  }
}

async function measureMachine(): Promise<Results['machine']> {
  const json: BareAnswer = {
    status: 200,
    headers: [['content-type', 'application/json']],
    body: btoa('{"ok":true}'),
  }
  const { port } = await parts.bare.ask<{ port: number }>(json)
  const plain = overHttp(parts.driver, { port, pid: parts.bare.pid }, [{ path: '/' }])
  const fetched: Subject = {
    pid: parts.bare.pid,
    drive: (how) => parts.fetcher.ask<Driven>({ ...how, port } satisfies Fetches),
  }
  const figures = await compare({ plain, fetched }, 16, options)
  return {
    cpus: availableParallelism(),
    model: cpus()[0]?.model ?? 'unknown',
    node: process.version,
    bareJsonPerSecond: figures.plain.perSecond,
    fetchedPerSecond: figures.fetched.perSecond,
  }
}

/** The SQL that the shop runs for each of the lists, by name. */
async function recordLists({ url }: Catalogue, rows: Row[]): Promise<Map<string, Query[]>> {
  showStep('Recording the SQL of each list')
  const lists = rows.filter(isList)
  const paths = lists.map(({ asks }) => firstOf(asks).path)
  const recorded = await recordShop({ folder: home, databaseUrl: url }, paths)
  return new Map(lists.map(({ name }, at) => [name, recorded[at] ?? []]))
}
