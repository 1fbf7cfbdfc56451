import { once } from 'node:events'
import type { Query, Recorded } from './record-queries.ts'
import { startShop } from './start-shop.ts'

/** Starts a separate shop on a database, requests each of `paths` alone and answers the SQL that it runs. */
export async function recordShop(
  settings: { folder: string; databaseUrl: string },
  paths: string[],
): Promise<Query[][]> {
  const shop = await startShop({ ...settings, preload: new URL('record-queries.ts', import.meta.url) })
  try {
    const all: Query[][] = []
    for (const path of paths) {
      const heard = hear(shop.process, path)
      const answer = await fetch(`http://127.0.0.1:${shop.port}${path}`)
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${path} answered ${answer.status}.`)
      all.push((await heard).queries)
    }
    return all
  } finally {
    await shop.stop()
  }
}

async function hear(process: NodeJS.EventEmitter, path: string): Promise<Recorded> {
  for (;;) {
    const [recorded] = (await once(process, 'message')) as [Recorded]
    if (recorded.path === path) return recorded
  }
}
