import type { Subject } from './compare.ts'
import type { Ask, Drive, Driven } from './driver.ts'
import type { Part } from './open-part.ts'
import type { Replay } from './pg-alone.ts'

type Server = { port: number; pid: number }
/** The requests; a function returns new ones that were never sent before, each of which is sent once. */
export type Asks = Ask[] | (() => Ask[])

/** A server that gets its load over HTTP. */
export function overHttp(driver: Part, { port, pid }: Server, asks: Asks): Subject {
  const once = typeof asks === 'function'
  return {
    pid,
    drive: (how) =>
      driver.ask<Driven>({ ...how, port, asks: once ? asks() : asks, once, status: 200 } satisfies Drive),
  }
}

/** The shop's SQL through pg alone. */
export function throughPg(alone: Part, replay: Pick<Replay, 'url' | 'queries'>): Subject {
  return { pid: alone.pid, drive: (how) => alone.ask<Driven>({ ...how, ...replay } satisfies Replay) }
}
