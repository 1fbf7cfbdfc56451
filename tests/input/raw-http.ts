import { connect } from 'node:net'

type RawAnswer = { status: number; headers: Map<string, string>; body: string }

/** How long a server may take for one conversation before it counts as hanging. */
const TIMEOUT_MS = 15_000

/**
 * Sends these bytes over a new socket, as no well-behaved client would, and returns everything that came back, until
 * the server closes the connection or `awaited` responses are complete.
 */
export async function converse(
  url: string,
  bytes: string | Buffer,
  { awaited = 1 }: { awaited?: number } = {},
): Promise<RawAnswer[]> {
  const { hostname, port } = new URL(url)
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer[]>()
  const socket = connect(Number(port), hostname)
  let received = Buffer.alloc(0)
  const end = () => {
    socket.destroy()
    resolve(readAnswers(received))
  }
  socket.setTimeout(TIMEOUT_MS, () => {
    socket.destroy()
    reject(new Error(`Nothing more came after: ${JSON.stringify(received.toString('latin1').slice(0, 300))}`))
  })
  socket.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    if (readAnswers(received).length >= awaited) end()
  })
  // A server that closes the connection during the write has often responded before.
  socket.on('error', end)
  socket.on('close', end)
  socket.write(bytes)
  return promise
}

/** The complete responses at the beginning of the received bytes. The body of the last one may still be incomplete. */
function readAnswers(received: Buffer): RawAnswer[] {
  const answers: RawAnswer[] = []
  let rest = received
  for (;;) {
    const head = rest.indexOf('\r\n\r\n')
    if (head === -1) return answers
    const [first = '', ...lines] = rest.toString('latin1', 0, head).split('\r\n')
    const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(first)?.[1] ?? 0)
    const headers = new Map(
      lines.map((line) => [line.split(':')[0]!.toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    )
    const length = status < 200 ? 0 : bodyLength(rest.subarray(head + 4), headers)
    if (length === undefined) return answers
    const body = rest.toString('utf8', head + 4, head + 4 + length)
    if (status >= 200) answers.push({ status, headers, body })
    rest = rest.subarray(head + 4 + length)
  }
}

/** The length of a body, including its framing; undefined while it is incomplete. */
function bodyLength(body: Buffer, headers: Map<string, string>): number | undefined {
  const length = headers.get('content-length')
  if (length !== undefined) return body.length >= Number(length) ? Number(length) : undefined
  if (headers.get('transfer-encoding') === 'chunked') {
    const end = body.indexOf('0\r\n\r\n')
    return end === -1 ? undefined : end + 5
  }
  return body.length
}
