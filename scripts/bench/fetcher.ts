import { keepAsking } from './keep-asking.ts'
import { reply } from './reply.ts'

/** Asks for the root of a port, so many at a time. */
export type Fetches = { port: number; connections: number; milliseconds: number }

/*
 * The most usual client there is, which takes many times as long to ask as a bare server to answer. A figure of requests
 * per second says as much about its client as about its server; beside the driver's it says how much.
 */
reply(({ port, ...how }: Fetches) =>
  keepAsking(how, () => fetch(`http://127.0.0.1:${port}/`).then((response) => response.arrayBuffer())),
)
