import type { Bought, Buying } from './buyers.ts'
import type { Drive, Driven } from './driver.ts'
import type { Catalogue } from './open-catalogue.ts'
import type { Part } from './open-part.ts'
import type { Options } from './options.mjs'
import { pickPurchases } from './pick-purchases.ts'
import { clearStep, showStep } from './progress.ts'

/** Page loads in a quiet shop with few visitors, and with five hundred visitors while fifty people buy. */
export type CrowdResult = { idle: Driven; busy: Driven; buying: Bought; visitors: number; buyers: number }

const VISITORS = 500
const BUYERS = 50
const A_FEW = 10
/** How long a visitor looks at a page: a second. Filling in a form takes longer; here it does not. */
const THINK_MS = 1_000
const PAGES = [
  '/',
  '/advertisedProducts',
  '/brand/hp',
  '/brand/dell',
  '/brand/walton',
  '/blogs',
  '/api/products',
]

export async function measureCrowd(
  driver: Part,
  buyers: Part,
  { shop, pool }: Catalogue,
  { quick }: Options,
): Promise<CrowdResult> {
  const asks = PAGES.map((path) => ({ path, headers: { 'accept-encoding': 'gzip, deflate, br' } }))
  const visit = (connections: number, milliseconds: number) =>
    driver.ask<Driven>({
      port: shop.port,
      connections,
      milliseconds,
      asks,
      status: 200,
      thinkMs: THINK_MS,
    } satisfies Drive)
  const milliseconds = quick ? 3_000 : 15_000
  showStep('A quiet shop')
  const idle = await visit(A_FEW, milliseconds)
  showStep(`${VISITORS} visitors and ${BUYERS} buyers`)
  const purchases = await pickPurchases(pool, BUYERS)
  const buy: Buying = { port: shop.port, purchases, connections: BUYERS, thinkMs: milliseconds / 5 }
  const [busy, buying] = await Promise.all([visit(VISITORS, milliseconds), buyers.ask<Bought>(buy)])
  clearStep()
  return { idle, busy, buying, visitors: VISITORS, buyers: BUYERS }
}
