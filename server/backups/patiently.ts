import type pg from 'pg'

const PATIENCE_MS = 3_600_000

/** Waits an hour for an answer, where `statement_timeout` is off: a connection by itself gives up after seconds. */
export const patiently = <Row extends pg.QueryResultRow>(
  client: pg.ClientBase,
  text: string,
): Promise<pg.QueryResult<Row>> => client.query({ text, query_timeout: PATIENCE_MS } as pg.QueryConfig)
