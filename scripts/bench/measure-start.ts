import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Options } from './options.mjs'
import { readCost } from './process-cost.ts'
import { clearStep, showStep } from './progress.ts'
import { type BenchShop, startShop } from './start-shop.ts'
import { median } from './statistics.ts'

/** Milliseconds from start to ready, and the memory at that time. */
export type StartResult = { ms: number; rssMb?: number }

/**
 * Starts on the PostgreSQL at `databaseUrl`, already migrated, and on the embedded database with the demonstration in
 * it. The first start, which creates the database, is not counted.
 */
export async function measureStarts(
  home: string,
  databaseUrl: string,
  { quick }: Options,
): Promise<Record<'postgres' | 'embedded', StartResult>> {
  const times = quick ? 1 : 5
  const folder = join(home, 'start')
  mkdirSync(folder, { recursive: true })
  showStep('Starting on PostgreSQL')
  const postgres = await startOften(() => startShop({ folder, databaseUrl }), times)
  showStep('Starting on the embedded database')
  const embedded = await startOften(() => startShop({ folder }), times)
  clearStep()
  return { postgres, embedded }
}

async function startOften(start: () => Promise<BenchShop>, times: number): Promise<StartResult> {
  await (await start()).stop()
  const all: number[] = []
  let rssMb: number | undefined
  for (let at = 0; at < times; at++) {
    const shop = await start()
    all.push(shop.startMs)
    rssMb = readCost(shop.pid)?.rssMb
    await shop.stop()
  }
  return { ms: median(all), ...(rssMb && { rssMb }) }
}
