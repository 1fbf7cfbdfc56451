import { levels } from 'pino'
import type { Counter } from 'prom-client'
import { alarms } from '../log.ts'

/**
 * Counts the lines of the log from `warn` on, by level. Which events they are is in the log: a series for each would
 * begin with its first line, and Prometheus sees no increase in that. Returns how to stop.
 */
export function countAlarms(counter: Counter<'level'>): () => void {
  for (const level of ['warn', 'error']) counter.inc({ level }, 0)
  const count = (level: unknown) => counter.inc({ level: levels.labels[level as number] })
  alarms.subscribe(count)
  return () => alarms.unsubscribe(count)
}
