import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { type AddressInfo, createServer as createDoor, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'

export const SECRET = 'the secret of the bucket'
/** Where somebody without a session is sent, by a proxy in front. */
const PAGE = '/sign-in'
type Seen = { method: string; url: string; type: string | undefined }

/**
 * A bucket on this machine that speaks just enough of the S3 protocol: it stores bytes by path, and responds 403 to
 * whatever is not signed (AWS Signature Version 4) with its secret. Its name is `pictures`; there is no other. It
 * responds `lateMs` after each request.
 */
export async function openBucket({ lateMs = 0 } = {}) {
  const files = new Map<string, Buffer>()
  const seen: Seen[] = []
  const failures: number[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    await pause(lateMs)
    const { method = '', url = '' } = request
    seen.push({ method, url, type: request.headers['content-type'] })
    const failure = failures.shift()
    if (failure) response.writeHead(failure, failure < 400 ? { location: PAGE } : {}).end()
    else if (url === PAGE) response.writeHead(200).end('<!doctype html><title>Sign in</title>')
    else if (!isSigned(request, body)) response.writeHead(403).end()
    else if (!url.startsWith('/pictures/')) response.writeHead(404).end(sayError('NoSuchBucket'))
    else if (method === 'PUT') {
      files.set(url, body)
      response.writeHead(200).end()
    } else if (method === 'DELETE') {
      files.delete(url)
      response.writeHead(204).end()
    } else {
      const file = files.get(url)
      response.writeHead(file ? 200 : 404).end(file ?? sayError('NoSuchKey'))
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => new Promise((done) => server.close(() => done())))
  const { port } = server.address() as AddressInfo
  return { endpoint: `http://127.0.0.1:${port}`, files, seen, failures }
}

const sayError = (code: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>There is none.</Message></Error>`

/** What takes connections and, once asked, `says` this and no more, or then goes on without end, or breaks them. */
export async function openSilentBucket({
  says = '',
  ...how
}: {
  says?: string
  andOn?: boolean
  break?: boolean
}) {
  let asked = 0
  const sockets = new Set<Socket>()
  const server = createDoor((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => {
      asked += 1
      socket.write(says)
      if (how.break) return socket.destroySoon()
      if (!how.andOn) return
      const goOn = setInterval(() => socket.write(Buffer.alloc(256 * 1024)), 5)
      socket.on('close', () => clearInterval(goOn))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((done) => server.close(done))
  })
  const { port } = server.address() as AddressInfo
  return { endpoint: `http://127.0.0.1:${port}`, asked: () => asked }
}

/** The signature as the provider publishes how to compute it, written separately, not with the client's code. */
function isSigned(request: IncomingMessage, body: Buffer): boolean {
  const header =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  if (!header) return false
  const [, , day = '', region = '', names = '', signature] = header
  const hash = createHash('sha256').update(body).digest('hex')
  if (request.headers['x-amz-content-sha256'] !== hash || !names.split(';').includes('host')) return false
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}\n`)
  const canonical = [request.method, request.url, '', headers.join(''), names, hash].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = [
    'AWS4-HMAC-SHA256',
    request.headers['x-amz-date'],
    scope,
    createHash('sha256').update(canonical).digest('hex'),
  ].join('\n')
  const hmac = (key: string | Buffer, data: string) => createHmac('sha256', key).update(data).digest()
  const key = [region, 's3', 'aws4_request'].reduce<Buffer>(hmac, hmac(`AWS4${SECRET}`, day))
  return hmac(key, text).toString('hex') === signature
}
