import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeLeftovers } from '#tests/support/remove-leftovers.ts'
import { judgeBeside } from '../budgets.ts'
import { compare, type Figures, type Subject } from '../compare.ts'
import { openCatalogue } from '../open-catalogue.ts'
import { openDatabases } from '../open-databases.ts'
import { openPart } from '../open-part.ts'
import { readOptions } from '../options.mjs'
import { printVerdicts } from '../print-results.ts'
import { clearStep, showStep } from '../progress.ts'
import { publicRows } from '../rows.ts'
import { overHttp } from '../subjects.ts'
import { type CommerceServer, type Laptop, openMedusa, openVendure } from './commerce-servers.ts'

/*
 * npm run bench -- --beside: the shop next to two commerce servers written in TypeScript, Vendure and Medusa, as
 * installed by default: the same laptops, the same PostgreSQL, sixteen connections, in turn. This run installs them,
 * into .cache.
 */
const NAME = 'clamshell-bench-'
const CONNECTIONS = 16
/** Answers of theirs take up to a second. */
const ROUNDS = { rounds: 3, roundMs: 3_000, warmUpMs: 3_000 }
const OURS = ['home', '/brand/hp', '/api/products', '/api/products?after=, always new']

const options = readOptions(process.argv.slice(2), { typedIn: process.env.INIT_CWD })
removeLeftovers(NAME)
const home = mkdtempSync(join(tmpdir(), `${NAME}${process.pid}-`))
const databases = await openDatabases()
const driver = openPart('driver.ts')
const opened: { stop(): Promise<void> }[] = []
try {
  const catalogue = await openCatalogue(databases, home, options.sizes[0]!)
  opened.push({ stop: catalogue.close })
  const { rows: laptops } = await catalogue.pool.query<Laptop>(
    `select id, name, description, current_price_cents / 100.0::float8 as price from products
     where status = 'available' and withdrawn_at is null order by published_at, id`,
  )
  const servers: CommerceServer[] = []
  for (const [name, open] of Object.entries({ vendure: openVendure, medusa: openMedusa })) {
    const server = await open(await databases.createEmpty(name), laptops)
    opened.push(server)
    servers.push(server)
  }
  const subjects: Record<string, Subject> = {}
  for (const { name, asks } of await publicRows(catalogue.pool))
    if (OURS.includes(name)) subjects[name] = overHttp(driver, catalogue.shop, asks)
  for (const { name, list, plainList, ...server } of servers) {
    subjects[`${name}: list with prices`] = overHttp(driver, server, [list])
    subjects[`${name}: list`] = overHttp(driver, server, [plainList])
  }
  showStep('Asking each in turn')
  const figures = await compare(subjects, CONNECTIONS, ROUNDS)
  clearStep()
  print(figures, laptops.length)
  if (options.json)
    writeFileSync(options.json, `${JSON.stringify({ laptops: laptops.length, figures }, null, 2)}\n`)
  const names = servers.map(({ name }) => name)
  if (!printVerdicts(judgeBeside(figures, { ours: OURS, names }))) process.exitCode = 1
} finally {
  for (const each of opened.reverse()) await each.stop()
  driver.close()
  await databases.stop()
  rmSync(home, { recursive: true, force: true })
}

function print(figures: Record<string, Figures>, laptops: number): void {
  console.log(`\n${laptops.toLocaleString('en')} laptops, ${CONNECTIONS} connections`)
  console.log(`${''.padEnd(36)}${['req/s', 'p50', 'p99', 'MB'].map((head) => head.padStart(9)).join('')}`)
  for (const [name, { perSecond, p50, p99, rssMb = Number.NaN, firstWrong }] of Object.entries(figures)) {
    const cells = [
      perSecond.toFixed(perSecond < 100 ? 1 : 0),
      p50.toFixed(1),
      p99.toFixed(1),
      rssMb.toFixed(0),
    ]
    console.log(`${name.padEnd(36)}${cells.map((cell) => cell.padStart(9)).join('')} ${firstWrong ?? ''}`)
  }
}
