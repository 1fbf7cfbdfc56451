import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { PostgresReport } from './postgres-process.ts'

/**
 * A real PostgreSQL server in a process of its own, which ends when the caller does, however it ends. If DATABASE_URL
 * is set, the server there is used instead, and only databases whose names begin with `prefix` are touched.
 */
export async function holdPostgres(prefix: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const existing = process.env.DATABASE_URL
  const holder = fork(fileURLToPath(new URL('./postgres-process.ts', import.meta.url)), [
    prefix,
    ...(existing ? [existing] : []),
  ])
  const ended = new Promise<void>((done) => holder.once('exit', () => done()))
  const report = await new Promise<PostgresReport>((settle) => {
    holder.once('message', (message: PostgresReport) => settle(message))
    holder.once('exit', () => settle({ failure: 'The process of the PostgreSQL for the tests ended early.' }))
  })
  if ('failure' in report) throw new Error(report.failure)
  return {
    url: report.url,
    async stop() {
      holder.disconnect()
      await ended
    },
  }
}
