import { createServer } from 'node:net'

/**
 * Below what systems give to outgoing connections (from 32,768 on Linux, 49,152 elsewhere): a server takes a second
 * and more to start, and a port of those would be somebody's connection by then.
 */
const FIRST = 20_000
const LAST = 32_000
/** Has no divisor in common with how many there are: one process comes to each of them. */
const STRIDE = 4001
let turn = 0

/** A port that nobody else picks at the same time: processes that run together have numbers of their own. */
export const pickPort = () => FIRST + ((process.pid + turn++ * STRIDE) % (LAST - FIRST))

/** A port that nobody listens on just now, for a server whose address must be known before it listens. */
export async function freePort(pick = pickPort): Promise<number> {
  const port = pick()
  return (await isFree(port)) ? port : freePort(pick)
}

function isFree(port: number): Promise<boolean> {
  return new Promise((done, fail) => {
    const probe = createServer().once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') done(false)
      else fail(error)
    })
    probe.listen(port, () => probe.close(() => done(true)))
  })
}
