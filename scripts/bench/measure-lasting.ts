import { compare, type Figures } from './compare.ts'
import type { Catalogue } from './open-catalogue.ts'
import type { Part } from './open-part.ts'
import { clearStep, showStep } from './progress.ts'
import type { Row } from './rows.ts'
import { overHttp } from './subjects.ts'

export type LastingResult = { name: string; connections: number; seconds: number; shop: Figures }

const CONNECTIONS = 256
/** Memory was seen to grow for half a minute. A round cannot request more pages than there are new addresses. */
const ROUNDS = { rounds: 16, roundMs: 2_500, warmUpMs: 300 }

/** The shop under the load that takes the most memory, pages that are always new, for as long as the memory grows. */
export async function measureLasting(
  driver: Part,
  { shop }: Catalogue,
  rows: readonly Row[],
): Promise<LastingResult> {
  const row = rows.find(({ kind }) => kind === 'fresh page')
  if (!row) throw new Error('There are no pages that are always new.')
  showStep(`${row.name} for as long as memory grows`)
  const figures = await compare({ shop: overHttp(driver, shop, row.asks) }, CONNECTIONS, ROUNDS)
  clearStep()
  const seconds = (ROUNDS.rounds * ROUNDS.roundMs) / 1_000
  return { name: row.name, connections: CONNECTIONS, seconds, shop: figures.shop }
}
