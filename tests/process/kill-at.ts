import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import pg from 'pg'
import { KILL_POINTS, type KillPoint } from './kill-points.ts'

/*
 * Preloaded into a server under test: once the test has sent a kill point's number, the process kills itself there, as
 * `kill -9` would. It watches what leaves the process (queries, files); the server's own code is unaware of it.
 */

let armed: KillPoint | undefined
process.on('message', (message: { killAt?: number }) => {
  armed = message.killAt === undefined ? undefined : KILL_POINTS[message.killAt]
  process.send?.({ armed: message.killAt })
})
// The listener alone must not keep a finished process alive.
process.channel?.unref()

function die(point: KillPoint): void {
  fs.writeSync(1, `\nkilled where ${point.name}\n`)
  process.kill(process.pid, 'SIGKILL')
}

type Query = (...query: unknown[]) => unknown
const sent = new WeakMap<object, string[]>()
const plain = pg.Client.prototype.query as unknown as Query

function said([config, values]: unknown[]): string {
  const text = typeof config === 'string' ? config : ((config as { text?: string })?.text ?? '')
  const given = Array.isArray(values) ? values : ((config as { values?: unknown[] })?.values ?? [])
  return `${text.replace(/\s+/g, ' ')} ${given.map((value) => (typeof value === 'string' ? value : '')).join(' ')}`
}

function isAt(point: KillPoint, before: string[], query: string): boolean {
  if (!point.query?.test(query)) return false
  const inside = /^begin/i.test(before[0] ?? '')
  if (point.place === 'first' && !(inside && before.length === 1)) return false
  if (point.place === 'outside' && inside) return false
  return (point.since ?? []).every((pattern) => before.some((earlier) => pattern.test(earlier)))
}

function watched(this: object, ...query: unknown[]): unknown {
  const text = said(query)
  const before = /^begin/i.test(text) ? [] : (sent.get(this) ?? [])
  const point = armed && isAt(armed, before, text) ? armed : undefined
  sent.set(this, /^(commit|rollback)/i.test(text) ? [] : [...before, text])
  if (point?.when === 'before') die(point)
  const last = query.at(-1)
  if (point && typeof last === 'function')
    query[query.length - 1] = (...answer: unknown[]) => {
      die(point)
      last(...answer)
    }
  const answer = plain.apply(this, query)
  if (point && answer instanceof Promise) return answer.then(() => die(point))
  return answer
}
Object.assign(pg.Client.prototype, { query: watched })

const rename = fs.promises.rename
fs.promises.rename = async (from, to) => {
  const point = armed?.file?.test(String(to)) ? armed : undefined
  if (point?.when === 'before') die(point)
  await rename(from, to)
  if (point) die(point)
}
syncBuiltinESMExports()
