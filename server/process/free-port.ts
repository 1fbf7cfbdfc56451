import { createServer } from 'node:net'

/**
 * Below the ports that systems give to outgoing connections (from 32,768 on Linux, 49,152 elsewhere): a server takes a
 * second and more to start, and such a port could be somebody's connection by then.
 */
const FIRST = 20_000
const LAST = 32_000
/** Coprime to the number of ports, so that one process comes to each of them. */
const STRIDE = 4001
let turn = 0

/** A port that no other process picks at the same time: processes that run together have different ids. */
export const pickPort = () => FIRST + ((process.pid + turn++ * STRIDE) % (LAST - FIRST))

/** A port that nobody listens on now, for a server whose address must be known before it listens. */
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
