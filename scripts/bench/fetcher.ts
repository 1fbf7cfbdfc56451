import { keepAsking } from './keep-asking.ts'
import { reply } from './reply.ts'

/** Requests the root of a port, with this many requests at a time. */
export type Fetches = { port: number; connections: number; milliseconds: number }

/*
 * The most common client, which takes many times as long for a request as a bare server for the answer. A figure of
 * requests per second says as much about its client as its server; next to the driver's it shows how much.
 */
reply(({ port, ...how }: Fetches) =>
  keepAsking(how, () => fetch(`http://127.0.0.1:${port}/`).then((response) => response.arrayBuffer())),
)
