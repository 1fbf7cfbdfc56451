import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerEnvelope } from 'smtp-server'

type Received = {
  envelope: SMTPServerEnvelope
  headers: Record<string, string[]>
  parts: Part[]
  raw: string
}
type Part = { type: string; text: string }

/**
 * A real SMTP server on a free port of this machine. It stores the mails it gets; while `refusing` is set it accepts
 * none and answers with that. With `tls` it offers STARTTLS, with a certificate that nobody has signed.
 */
export async function startSmtpServer({ tls = false } = {}) {
  const received: Received[] = []
  const state: { refusing?: string } = {}
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: tls ? ['AUTH'] : ['STARTTLS', 'AUTH'],
    onMailFrom: (_address, _session, done) =>
      done(state.refusing ? Object.assign(new Error(state.refusing), { responseCode: 451 }) : undefined),
    async onData(stream, session, done) {
      const chunks: Buffer[] = []
      for await (const chunk of stream) chunks.push(chunk)
      received.push({ envelope: session.envelope, ...readMail(Buffer.concat(chunks).toString('latin1')) })
      done()
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    state,
    close: () => new Promise<void>((done) => server.close(done)),
  }
}

function readMail(raw: string): Omit<Received, 'envelope'> {
  const { headers, body } = split(raw)
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type']?.[0] ?? '')?.[1]
  const parts = boundary === undefined ? [raw] : body.split(`--${boundary}`).slice(1, -1)
  return { headers, parts: parts.map(readPart), raw }
}

/** Every header by its name in lower case, with each of its values unfolded and decoded. */
function split(raw: string): { headers: Record<string, string[]>; body: string } {
  const end = raw.indexOf('\r\n\r\n')
  const headers: Record<string, string[]> = {}
  for (const line of raw
    .slice(0, end)
    .trim()
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const at = line.indexOf(':')
    const name = line.slice(0, at).toLowerCase()
    headers[name] = [...(headers[name] ?? []), decodeWords(line.slice(at + 1).trim())]
  }
  return { headers, body: raw.slice(end + 4) }
}

function readPart(raw: string): Part {
  const { headers, body } = split(raw.replace(/^\r\n/, ''))
  const encoding = headers['content-transfer-encoding']?.[0]
  const bytes = encoding === 'base64' ? Buffer.from(body, 'base64') : Buffer.from(unquote(body), 'latin1')
  const text = (
    encoding === 'quoted-printable' || encoding === 'base64' ? bytes : Buffer.from(body, 'latin1')
  ).toString()
  return { type: headers['content-type']?.[0] ?? '', text: text.replaceAll('\r\n', '\n') }
}

const unquote = (text: string) =>
  text
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Decodes the encoded words of RFC 2047, such as `=?UTF-8?Q?=C3=BC?=`. */
function decodeWords(text: string): string {
  return text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, word: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(word, 'base64').toString('latin1')
        : unquote(word.replaceAll('_', ' ')),
    )
    .replace(/[\u0080-\u00ff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString())
}
