import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { createDiskImageStore } from '#server/outside/image-store.disk.ts'
import { loadCatalogue } from './load-catalogue.ts'
import type { Databases } from './open-databases.ts'
import { showBar } from './progress.ts'
import { type BenchShop, startShop } from './start-shop.ts'

/** A running shop with `size` laptops. */
export type Catalogue = { size: number; url: string; shop: BenchShop; pool: pg.Pool; close(): Promise<void> }

/** Creates a database with `size` laptops and starts a shop on it. Its files are in `home`. */
export async function openCatalogue(databases: Databases, home: string, size: number): Promise<Catalogue> {
  const folder = join(home, `shop-${size}`)
  mkdirSync(folder, { recursive: true })
  const url = await databases.create(`of_${size}`)
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  // Its server may end first when the bench is interrupted.
  pool.on('error', () => {})
  const imageStore = createDiskImageStore(join(folder, 'images'))
  const show = showBar(`Loading ${size.toLocaleString('en')} laptops`)
  await loadCatalogue({ pool, imageStore, now: new Date() }, size, show)
  const shop = await startShop({ folder, databaseUrl: url })
  return {
    size,
    url,
    shop,
    pool,
    async close() {
      await shop.stop()
      await pool.end()
    },
  }
}
