import type pg from 'pg'

const TIMEOUT_MS = 3_600_000

/** Waits up to an hour for the answer, where `statement_timeout` is off: by itself, the client gives up after seconds. */
export const queryWithLongTimeout = <Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  text: string,
): Promise<pg.QueryResult<Row>> => client.query({ text, query_timeout: TIMEOUT_MS } as pg.QueryConfig)
