import type pg from 'pg'

/**
 * What one request, or one step in the background, works with. Everything written through `client`
 * commits together or not at all: an object, its events and the answer kept under an idempotency key.
 */
export type Work = {
  client: pg.PoolClient
  now: Date
  request: { id: string | null; idempotencyKey: string | null }
}

/** The provider's time stamps: whole seconds since 1970. */
export function seconds(time: Date): number {
  return Math.floor(time.getTime() / 1000)
}
