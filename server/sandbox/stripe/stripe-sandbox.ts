import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { LOCKS } from '#server/database/locks.ts'
import { queriesOn, withTransaction } from '#server/database/with-transaction.ts'
import { forgetOldEvents } from './deliveries.ts'
import { createDeliveryRounds } from './delivery-rounds.ts'
import { createFaults, type Faults } from './faults.ts'
import { createHttp } from './http.ts'
import { forgetOldKeys } from './idempotency.ts'

type StripeSandboxDeps = {
  pool: pg.Pool
  /** Takes the webhook's requests: the shop's own `fetch`, which answers `POST /api/webhooks/stripe`. */
  deliver(request: Request): Promise<Response>
  clock: () => Date
  webhookSecret: string
  secretKey: string
  publishableKey: string
  /** Told of failures that callers see as a 500, and of rounds that failed and are tried again. */
  onError?(error: unknown): void
}

export type StripeSandbox = {
  /** Answers `/v1/…` as the provider's API would. Rejects only where a fault says that the connection breaks. */
  fetch(request: Request): Promise<Response>
  faults: Faults
  /** Makes the tables where they are missing and begins to deliver, also what another process left behind. */
  start(): Promise<void>
  /** Ends deliveries under way and begins no more. */
  stop(): Promise<void>
  /** Resolves when nothing is left that could be done or delivered now; what waits for a later time may be. */
  settled(): Promise<void>
  /** Removes keys and events that the provider would know no more. */
  cleanUp(): Promise<void>
}

/**
 * A stand-in for the card provider that speaks its HTTP protocol, for development, demonstration and tests:
 * test cards only, no money. Its state lives in the schema `sandbox_stripe` of the database given, so that
 * several processes share it and an acknowledged answer survives their death.
 */
export function createStripeSandbox(deps: StripeSandboxDeps): StripeSandbox {
  const { pool, clock, deliver, secretKey, publishableKey, webhookSecret, onError = () => {} } = deps
  const heldBack = new Set<string>()
  const { faults, take: takeFault } = createFaults(() => heldBack.clear())
  const receiver = { deliver, webhookSecret }
  const rounds = createDeliveryRounds({ pool, clock, receiver, takeFault, heldBack, onError })
  const http = createHttp({
    pool,
    clock,
    keys: { secretKey, publishableKey },
    takeFault,
    onCommit: rounds.wake,
    onError,
  })
  return {
    fetch: async (request) => http.fetch(request),
    faults,
    async start() {
      const schema = await readFile(new URL('./schema.sql', import.meta.url), 'utf8')
      await withTransaction(pool, async (_db, client) => {
        await client.query('select pg_advisory_xact_lock($1)', [LOCKS.makeCardSandbox])
        // Made whole or not at all. Made again it would wait for what other processes write, and they for it.
        const { rows } = await client.query(`select to_regnamespace('sandbox_stripe') as made`)
        if (rows[0]?.made === null) await client.query(schema)
      })
      rounds.start()
    },
    stop: rounds.stop,
    settled: rounds.settled,
    async cleanUp() {
      await forgetOldKeys(queriesOn(pool), clock())
      await forgetOldEvents(queriesOn(pool), clock())
    },
  }
}
