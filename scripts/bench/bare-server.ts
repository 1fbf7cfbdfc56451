import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { reply } from './reply.ts'

/** Its answer from now on, whatever the request: headers in pairs, the body in base64. */
export type BareAnswer = { status: number; headers: [string, string][]; body: string }

/*
 * The reference for everything over HTTP: a plain Node server with its one answer ready in memory. Nothing that runs in
 * one Node process and uses node:http is faster.
 */
let status = 404
let headers: [string, string][] = []
let body = Buffer.alloc(0)
const server = createServer((request, response) => {
  request.resume()
  response.writeHead(status, headers.flat())
  response.end(body)
})
const listening = new Promise<void>((done) => server.listen(0, '127.0.0.1', done))

reply(async (answer: BareAnswer) => {
  await listening
  status = answer.status
  headers = answer.headers
  body = Buffer.from(answer.body, 'base64')
  return { port: (server.address() as AddressInfo).port }
})
