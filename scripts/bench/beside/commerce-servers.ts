import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { freePort } from '#server/process/free-port.ts'
import { runSql } from '#tests/support/migrated-database.ts'
import { root, runtime } from '../../paths.mjs'
import type { Ask } from '../driver.ts'
import { showStep } from '../progress.ts'

/** What each of them is filled with. The price is in dollars. */
export type Laptop = { id: string; name: string; description: string; price: number }
export type CommerceServer = {
  name: string
  port: number
  pid: number
  /** A page of products with their prices, in the order that it lists fastest; and without prices. */
  list: Ask
  plainList: Ask
  stop(): Promise<void>
}

const READY_MS = 120_000
const LOG = 'out.log'
const TOLD = `${LOG} in its folder below .cache/bench says more.`
/** The length of the shop's lists. */
const ROWS = 24

/** A Vendure shop with these laptops, in an empty database. */
export async function openVendure(url: string, laptops: readonly Laptop[]): Promise<CommerceServer> {
  const folder = await install('vendure')
  const file = writeLaptops(folder, laptops)
  showStep(`Loading ${laptops.length} laptops into Vendure`)
  await finish(start(folder, ['server.mjs', url, String(await freePort()), file]))
  await analyse(url)
  const port = await freePort()
  const server = start(folder, ['server.mjs', url, String(port)])
  const ask = (fields: string): Ask => ({
    path: '/shop-api',
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      query: `{ products(options: { take: ${ROWS} }) { totalItems items { ${fields} } } }`,
    }),
  })
  const plain = 'id name slug description createdAt'
  return ready({
    name: 'Vendure',
    port,
    server,
    list: ask(`${plain} variants { price }`),
    plainList: ask(plain),
  })
}

/** A Medusa shop with these laptops, in an empty database. */
export async function openMedusa(url: string, laptops: readonly Laptop[]): Promise<CommerceServer> {
  const folder = await install('medusa')
  const file = writeLaptops(folder, laptops)
  const told = join(folder, 'shop.json')
  const cli = 'node_modules/@medusajs/cli/cli.js'
  const env = { DATABASE_URL: url, MEDUSA_DISABLE_TELEMETRY: 'true' }
  showStep(`Loading ${laptops.length} laptops into Medusa`)
  await finish(start(folder, [cli, 'db:migrate', '--skip-scripts'], env))
  await finish(start(folder, [cli, 'exec', './load.js', file, told], env))
  await analyse(url)
  const { key, region } = JSON.parse(readFileSync(told, 'utf8'))
  const port = await freePort()
  const server = start(folder, [cli, 'start', '--host', '127.0.0.1', '--port', String(port)], env)
  const ask = (query: string): Ask => ({
    path: `/store/products?limit=${ROWS}&fields=id,title,handle,description,created_at${query}`,
    headers: { 'x-publishable-api-key': key },
  })
  return ready({
    name: 'Medusa',
    port,
    server,
    list: ask(`,*variants.calculated_price&region_id=${region}`),
    plainList: ask(''),
  })
}

/** Installs the server's packages, which npm does once per version; answers the folder. */
async function install(name: string): Promise<string> {
  const folder = join(root, '.cache', 'bench', name)
  cpSync(fileURLToPath(new URL(name, import.meta.url)), folder, { recursive: true })
  showStep(`Installing ${name}`)
  await finish(spawn('npm', ['install', '--no-audit', '--no-fund'], { cwd: folder, stdio: toLog(folder) }))
  return folder
}

/** The shop's own catalogue is vacuumed before measuring, too: the bench's PostgreSQL does not do it by itself. */
const analyse = (url: string) => runSql(url, 'vacuum analyze')

function writeLaptops(folder: string, laptops: readonly Laptop[]): string {
  const file = join(folder, 'laptops.json')
  writeFileSync(file, JSON.stringify(laptops))
  return file
}

/** Runs a module of theirs, which ends when the bench ends, however it does. */
function start(folder: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  const { PATH, HOME, TMPDIR } = process.env
  const endWithParent = new URL('../../end-with-parent.mjs', import.meta.url).href
  return spawn(runtime, ['--import', endWithParent, ...args], {
    cwd: folder,
    env: { PATH, HOME, TMPDIR, NODE_ENV: 'production', ...env },
    stdio: [...toLog(folder), 'ipc'],
  })
}

function toLog(folder: string): ['ignore', number, number] {
  const log = openSync(join(folder, LOG), 'a')
  return ['ignore', log, log]
}

async function finish(child: ChildProcess): Promise<void> {
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`${child.spawnargs.join(' ')} ended with ${code}: ${TOLD}`)
}

type Started = Pick<CommerceServer, 'name' | 'port' | 'list' | 'plainList'> & { server: ChildProcess }

async function ready({ server, ...asked }: Started): Promise<CommerceServer> {
  const { path, body, ...how } = asked.list
  const began = performance.now()
  const isUp = () =>
    fetch(`http://127.0.0.1:${asked.port}${path}`, { ...how, ...(body !== undefined && { body }) }).then(
      async (answer) => answer.ok && (await answer.text()).includes('description'),
      () => false,
    )
  const ended = once(server, 'exit')
  while (!(await isUp())) {
    if (server.exitCode !== null || performance.now() - began > READY_MS)
      throw new Error(`${asked.name} did not become ready: ${TOLD}`)
    await pause(100)
  }
  return {
    ...asked,
    pid: server.pid ?? 0,
    async stop() {
      server.kill('SIGKILL')
      await ended
    },
  }
}
