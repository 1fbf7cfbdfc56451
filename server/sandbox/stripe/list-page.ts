import { missing } from './problems.ts'
import type { Work } from './work.ts'

type Paging = {
  limit: number
  starting_after?: string | undefined
  created?:
    | { gt?: number | undefined; gte?: number | undefined; lt?: number | undefined; lte?: number | undefined }
    | undefined
}
type Kind = 'intents' | 'refunds' | 'events'
type Condition = { sql: string; value: unknown }

const named: Record<Kind, string> = { intents: 'payment_intent', refunds: 'refund', events: 'event' }
const compared = { gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

/**
 * One page of a list, newest first, in the provider's `list` shape. `conditions` hold SQL with one `?` and
 * its value each. 404 where `starting_after` names nothing.
 */
export async function listPage(
  { client }: Work,
  kind: Kind,
  url: string,
  { limit, starting_after, created }: Paging,
  conditions: Condition[] = [],
): Promise<{ object: 'list'; data: object[]; has_more: boolean; url: string }> {
  const all = [...conditions]
  for (const [name, sign] of Object.entries(compared)) {
    const value = created?.[name as keyof typeof compared]
    if (value !== undefined) all.push({ sql: `created ${sign} ?`, value })
  }
  if (starting_after !== undefined) {
    const { rows } = await client.query<{ position: string }>(
      `select position from sandbox_stripe.${kind} where id = $1`,
      [starting_after],
    )
    if (!rows[0]) throw missing(named[kind], starting_after, 'starting_after')
    all.push({ sql: 'position < ?', value: rows[0].position })
  }
  const where = all.map(({ sql }, place) => sql.replace('?', `$${place + 1}`)).join(' and ') || 'true'
  const { rows } = await client.query<{ body: object }>(
    `select body from sandbox_stripe.${kind} where ${where} order by position desc limit $${all.length + 1}`,
    [...all.map(({ value }) => value), limit + 1],
  )
  return {
    object: 'list',
    data: rows.slice(0, limit).map(({ body }) => body),
    has_more: rows.length > limit,
    url,
  }
}
