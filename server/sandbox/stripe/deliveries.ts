import { sql } from 'drizzle-orm'
import type pg from 'pg'
import { deleteFewByFew } from '#server/database/delete-few-by-few.ts'
import type { Db } from '#server/database/with-transaction.ts'
import type { EventBody } from './events.ts'
import type { Fault } from './faults.ts'
import { seconds } from './work.ts'

export type DueEvent = { id: string; attempts: number; body: EventBody }

/** For how long one that took an event may be silent before another may take it, in milliseconds. */
const CLAIM_MS = 30_000
/** After this many seconds the provider gives up on an event. */
const GIVEN_UP_AFTER = 3 * 24 * 60 * 60
/** For so many seconds the provider lists an event. */
const LISTED_FOR = 30 * 24 * 60 * 60
/** The pauses after failed attempts, in milliseconds: growing, and short enough to be back within a minute. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000]

/**
 * Takes the oldest event that is due, so that no other process sends it meanwhile; the claim lapses by
 * itself if this process dies. `heldBack` are left where they are. Undefined when nothing is due.
 */
export async function claimEvent(
  pool: pg.Pool,
  now: Date,
  heldBack: ReadonlySet<string>,
): Promise<DueEvent | undefined> {
  const { rows } = await pool.query<DueEvent>(
    `update sandbox_stripe.events set attempts = attempts + 1, claimed_until = $2
     where id = (
       select id from sandbox_stripe.events
       where done_at is null and next_attempt_at <= $1 and (claimed_until is null or claimed_until <= $1)
         and created > $3 and id <> all($4)
       order by position limit 1 for update skip locked
     )
     returning id, attempts, body`,
    [now, new Date(now.getTime() + CLAIM_MS), seconds(now) - GIVEN_UP_AFTER, [...heldBack]],
  )
  return rows[0]
}

/** Nothing more is to be done about the event: it arrived, or is never sent. */
export async function finishEvent(pool: pg.Pool, id: string, now: Date): Promise<void> {
  await pool.query('update sandbox_stripe.events set done_at = $2, claimed_until = null where id = $1', [
    id,
    now,
  ])
}

/** The event did not arrive for sure: it is sent again after a pause that grows with the attempts. */
export async function postponeEvent(pool: pg.Pool, { id, attempts }: DueEvent, now: Date): Promise<void> {
  const pause = PAUSES_MS[Math.min(attempts, PAUSES_MS.length) - 1]!
  await releaseEvent(pool, id, new Date(now.getTime() + pause))
}

/** Gives the event back, to be sent from `at` on. */
export async function releaseEvent(pool: pg.Pool, id: string, at: Date): Promise<void> {
  await pool.query(
    'update sandbox_stripe.events set next_attempt_at = $2, claimed_until = null where id = $1',
    [id, at],
  )
}

/**
 * Removes the events that the provider lists no more. Those that it has given up are done, or whoever looks for what is
 * due, twice a second, would come by all of them.
 */
export async function forgetOldEvents(db: Db, now: Date): Promise<void> {
  await deleteFewByFew(db, sql`sandbox_stripe.events`, sql`created < ${seconds(now) - LISTED_FOR}`)
  await db.execute(
    sql`update sandbox_stripe.events set done_at = ${now.toISOString()}, claimed_until = null
        where done_at is null and created <= ${seconds(now) - GIVEN_UP_AFTER}`,
  )
}

/** Whether an attempt reaches the shop, and whether its answer comes back. */
export function reach(fault: Fault | undefined): 'both ways' | 'answer lost' | 'not at all' {
  switch (fault?.kind) {
    case 'refused':
    case 'timeout-before':
    case '429':
    case '500':
      return 'not at all'
    case 'timeout-after':
    case 'reset':
      return 'answer lost'
    default:
      return 'both ways'
  }
}
