import { request } from 'node:http'
import type { BareAnswer } from './bare-server.ts'
import type { Ask } from './driver.ts'
import type { Part } from './open-part.ts'

/** Headers that a server sets anew for each answer, or decides on its own. */
const NOT_COPIED = ['connection', 'date', 'keep-alive', 'transfer-encoding', 'content-length']

/** Has the bare server give the same answer as `port`, byte for byte and with the same headers; returns its port. */
export async function copyAnswer(bare: Part, port: number, ask: Ask): Promise<number> {
  const answer = await fetchRaw(port, ask)
  if (answer.status !== 200) throw new Error(`${ask.path} answered ${answer.status}.`)
  const copied = await bare.ask<{ port: number }>(answer)
  return copied.port
}

/** One request by node:http, which does not decompress the body as fetch would. */
function fetchRaw(port: number, { path, method = 'GET', headers, body }: Ask): Promise<BareAnswer> {
  return new Promise((done, fail) => {
    const sent = request({ host: '127.0.0.1', port, path, method, headers }, async (answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk)
      const bytes = Buffer.concat(chunks)
      const pairs = Array.from({ length: answer.rawHeaders.length / 2 }, (_, at): [string, string] => [
        answer.rawHeaders[2 * at] ?? '',
        answer.rawHeaders[2 * at + 1] ?? '',
      ])
      const copied = pairs.filter(([name]) => !NOT_COPIED.includes(name.toLowerCase()))
      copied.push(['content-length', String(bytes.length)])
      done({ status: answer.statusCode ?? 0, headers: copied, body: bytes.toString('base64') })
    })
    sent.once('error', fail)
    sent.end(body)
  })
}
