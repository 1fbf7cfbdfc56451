import { DEMO_PASSWORD } from '#server/demo/people.ts'
import type { Bought, Buying } from './buyers.ts'
import { compare, type Figures } from './compare.ts'
import type { Ask } from './driver.ts'
import type { Catalogue } from './open-catalogue.ts'
import { openPart, type Part } from './open-part.ts'
import type { Options } from './options.mjs'
import { buyerEmails } from './people.ts'
import { pickPurchases } from './pick-purchases.ts'
import { readCost } from './process-cost.ts'
import { clearStep, showStep } from './progress.ts'
import { overHttp } from './subjects.ts'

/** Signing in next to the hash alone; and orders placed and paid, with the processor time of a whole purchase. */
export type PeopleResult = {
  signIn: { shop: Figures; hash: Figures }
  buying: Bought & { connections: number; cpuMs?: number }
}

const CONNECTIONS = 16
const PURCHASES = { quick: 48, full: 160 }

/** What people do one at a time. The queue for sign-ins takes no more connections than these. */
export async function measurePeople(
  driver: Part,
  buyers: Part,
  { shop, pool, size }: Catalogue,
  options: Options,
): Promise<PeopleResult> {
  showStep('Signing in')
  const hashing = openPart('hash-alone.ts')
  const asks = buyerEmails(Math.min(100, size / 10)).map(
    (email, at): Ask => ({
      method: 'POST',
      path: '/auth/sign-in/email',
      headers: { 'x-forwarded-for': `10.2.0.${at}` },
      body: JSON.stringify({ email, password: DEMO_PASSWORD }),
    }),
  )
  const signIn = await compare(
    {
      shop: overHttp(driver, shop, asks),
      hash: { pid: hashing.pid, drive: (how) => hashing.ask(how) },
    },
    CONNECTIONS,
    options,
  )
  hashing.close()
  showStep('Ordering and paying')
  const purchases = await pickPurchases(pool, options.quick ? PURCHASES.quick : PURCHASES.full)
  const before = readCost(shop.pid)
  const bought = await buyers.ask<Bought>({
    port: shop.port,
    purchases,
    connections: CONNECTIONS,
  } satisfies Buying)
  const after = readCost(shop.pid)
  const cpuMs = before && after && (after.cpuMs - before.cpuMs) / purchases.length
  clearStep()
  return { signIn, buying: { ...bought, connections: CONNECTIONS, ...(cpuMs && { cpuMs }) } }
}
