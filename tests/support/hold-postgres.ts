import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { PostgresReport } from './postgres-process.ts'

/**
 * A real PostgreSQL server in a process of its own, which ends with the caller however that ends; or the one at
 * DATABASE_URL, where that is set, of which only databases whose name begins with `prefix` are touched.
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
