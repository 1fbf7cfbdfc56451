import type { Figures, Subject } from './compare.ts'
import { compare } from './compare.ts'
import { copyAnswer } from './copy-answer.ts'
import type { Ask } from './driver.ts'
import type { Catalogue } from './open-catalogue.ts'
import type { Part } from './open-part.ts'
import type { Options } from './options.mjs'
import { clearStep, showStep } from './progress.ts'
import type { Query } from './record-queries.ts'
import type { Reference, RowResult } from './results.ts'
import type { Row } from './rows.ts'
import { overHttp, throughPg } from './subjects.ts'

/**
 * A process is slower until its code is compiled: the first row would hit one that has answered nothing yet. Pages that
 * are rendered anew need more code and are rendered less often: it took two seconds until they got no faster.
 */
const WARM = { connections: 16, milliseconds: 1_000 }
const WARM_PAGES = { ...WARM, milliseconds: 2_500 }

type Parts = { driver: Part; bare: Part; alone: Part; express: Part }

/**
 * Each row at each number of connections, the shop and its references in turn. `sql` has the lists' queries, by name.
 */
export async function measureRows(
  parts: Parts,
  { shop, url }: Catalogue,
  rows: Row[],
  sql: Map<string, Query[]>,
  options: Options,
): Promise<RowResult[]> {
  const { port } = await parts.express.ask<{ port: number }>({ url })
  const expressOf = (asks: Row['asks']) => overHttp(parts.driver, { port, pid: parts.express.pid }, asks)
  showStep('Warming up the shop')
  await overHttp(parts.driver, shop, rows[0]?.asks ?? []).drive(WARM)
  for (const { kind, asks } of rows.filter(isNew)) {
    await overHttp(parts.driver, shop, asks).drive(isList({ kind }) ? WARM : WARM_PAGES)
    if (isList({ kind })) await expressOf(asks).drive(WARM)
  }
  const results: RowResult[] = []
  for (const connections of options.connections)
    for (const { name, kind, asks } of rows) {
      showStep(`${name} with ${connections} connections`)
      const bare = await copyAnswer(parts.bare, shop.port, firstOf(asks))
      const subjects: { shop: Subject } & Partial<Record<Reference, Subject>> = {
        shop: overHttp(parts.driver, shop, asks),
        bare: overHttp(parts.driver, { port: bare, pid: parts.bare.pid }, [firstOf(asks)]),
      }
      const queries = sql.get(name)
      if (queries) subjects.pg = throughPg(parts.alone, { url, queries })
      if (isList({ kind })) subjects.express = expressOf(asks)
      const figures = await compare(subjects as Record<'shop', Subject>, connections, options)
      results.push({ name, kind, connections, ...(figures as Record<'shop' | Reference, Figures>) })
    }
  clearStep()
  return results
}

export const isList = ({ kind }: Pick<Row, 'kind'>) => kind === 'list' || kind === 'new list'

const isNew = ({ kind }: Pick<Row, 'kind'>) => kind === 'fresh page' || kind === 'new list'

export const firstOf = (asks: Row['asks']): Ask => {
  const [first] = typeof asks === 'function' ? asks() : asks
  if (!first) throw new Error('There is nothing to ask for.')
  return first
}
