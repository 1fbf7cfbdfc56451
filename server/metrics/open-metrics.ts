import cluster from 'node:cluster'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type pg from 'pg'
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, register } from 'prom-client'
import { ConfigError } from '../setting-values.ts'
import { countAlarms } from './count-alarms.ts'
import { type Label, observeRequests } from './observe-requests.ts'

/** The parts of a shop that are measured. */
type Measured = { server: Server; pool: pg.Pool }

/** In seconds: from cached responses to what the slowest calls may take. */
const BUCKETS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

/**
 * Serves the metrics in Prometheus's format at `http://127.0.0.1:<port>/metrics`: only this machine reaches them. With
 * `WORKERS` each worker measures, and the first process, which has no shop, serves the sum. Returns how to close.
 */
export async function openMetrics(port: number, shop?: Measured): Promise<() => void> {
  const stop = shop ? measure(shop) : () => {}
  // In a worker, this answers what the first process asks for.
  const ofWorkers = cluster.isWorker || !shop ? new AggregatorRegistry() : undefined
  if (cluster.isWorker) return stop
  const collect = () => (ofWorkers ? ofWorkers.clusterMetrics() : register.metrics())
  const metrics = createServer(async ({ url }, response) => {
    if (url !== '/metrics') return response.writeHead(404).end()
    try {
      const text = await collect()
      response.writeHead(200, { 'Content-Type': register.contentType }).end(text)
    } catch (error) {
      response.writeHead(503, { 'Content-Type': 'text/plain' }).end(String(error))
    }
  })
  await once(metrics.listen(port, '127.0.0.1'), 'listening').catch(({ code }) => {
    throw new ConfigError(`METRICS_PORT ${port} cannot be opened (${code}).`)
  })
  return () => {
    stop()
    metrics.close().closeAllConnections()
  }
}

/** Registers what is measured of a shop; returns how to stop observing it. */
function measure({ server, pool }: Measured): () => void {
  collectDefaultMetrics()
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool: idle, busy; and requests that wait for one.',
    labelNames: ['state'],
    collect() {
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'busy' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'awaited' }, pool.waitingCount)
    },
  })
  new Gauge({
    name: 'jobs_due',
    help: 'Jobs of each queue that are due and have not begun. Absent while the database does not answer.',
    labelNames: ['queue'],
    // Every worker sees the same queue.
    aggregator: 'max',
    async collect() {
      const { rows } = await pool.query<{ name: string; due: number }>(DUE).catch(() => ({ rows: [] }))
      this.reset()
      for (const { name, due } of rows) this.set({ queue: name }, due)
    },
  })
  const stopCounting = countAlarms(
    new Counter({
      name: 'log_lines_total',
      help: 'Lines of the log from level warn on.',
      labelNames: ['level'],
    }),
  )
  const stopObserving = observeRequests(
    server,
    new Histogram<Label>({
      name: 'http_request_duration_seconds',
      help: 'From the headers of a request until its response is sent.',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS,
    }),
  )
  return () => {
    stopCounting()
    stopObserving()
  }
}

/** pg-boss has queues of its own beside the shop's. */
const DUE = `select q.name, count(j.id)::int as due from jobs.queue q
  left join jobs.job j on j.name = q.name and j.state < 'active' and j.start_after <= now()
  where q.name not like '\\_\\_pgboss\\_\\_%'
  group by q.name`
