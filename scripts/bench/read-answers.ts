import type { Socket } from 'node:net'

type Answer = { status: number; body: string }
type Body = { left: number } | 'chunked'

const END_OF_HEAD = '\r\n\r\n'
const END_OF_CHUNKS = '\r\n0\r\n\r\n'

/**
 * Reads the answers that come over a connection one after the other, each requested after the last, and reports each.
 * The body is counted and dropped, unless the status is an error.
 */
export function readAnswers(socket: Socket, tell: (answer: Answer) => void): void {
  let head = Buffer.alloc(0)
  let status = 0
  let body: Body | undefined
  let kept: Buffer[] = []
  let tail = ''

  socket.on('data', (data) => {
    let bytes = data
    if (body === undefined) {
      head = head.length > 0 ? Buffer.concat([head, data]) : data
      const end = head.indexOf(END_OF_HEAD)
      if (end < 0) return
      const text = head.toString('latin1', 0, end)
      status = Number(text.slice(9, 12))
      body = bodyOf(text, status)
      bytes = head.subarray(end + END_OF_HEAD.length)
      head = Buffer.alloc(0)
      tail = '\r\n'
    }
    if (status >= 400) kept.push(bytes)
    if (!isWhole(bytes)) return
    const answer = { status, body: kept.length > 0 ? Buffer.concat(kept).toString() : '' }
    body = undefined
    kept = []
    tell(answer)
  })

  function isWhole(bytes: Buffer): boolean {
    if (body === 'chunked') {
      const end = bytes.subarray(-END_OF_CHUNKS.length).toString('latin1')
      tail = (tail + end).slice(-END_OF_CHUNKS.length)
      return tail === END_OF_CHUNKS
    }
    if (body) body.left -= bytes.length
    return body?.left === 0
  }
}

function bodyOf(head: string, status: number): Body {
  if (status === 204 || status === 304) return { left: 0 }
  if (/\r\ntransfer-encoding: chunked/i.test(head)) return 'chunked'
  return { left: Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0) }
}
