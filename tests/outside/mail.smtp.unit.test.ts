import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { createSmtpMail } from '#server/outside/mail.smtp.ts'
import type { Mail } from '#server/outside/mail.ts'
import { startSmtpServer } from './smtp-server.ts'

let server: Awaited<ReturnType<typeof startSmtpServer>>
beforeAll(async () => {
  server = await startSmtpServer()
})
afterAll(() => server.close())

const FROM = { name: 'Clamshell', address: 'shop@shop.example' }
const MAIL: Mail = {
  to: 'ada@example.com',
  subject: 'Ihr Gerät – “ThinkPad” ist verkauft 🎉',
  text: ['Hello Ada,', 'it costs 5 < 6 & more.\n.\nA line with a dot alone stands above.'],
  action: { label: 'My Orders', url: 'https://shop.example/dashboard/myorders?a=1&b=2' },
}

async function send(mail: Mail) {
  await createSmtpMail({ url: server.url, from: FROM }).send(mail)
  const received = server.received.at(-1)
  if (!received) throw new Error('Nothing was received.')
  return received
}

it('a mail is sent as plain text and HTML, with all characters preserved', async () => {
  const { headers, parts, envelope } = await send({ ...MAIL, replyTo: 'grace@example.com' })
  expect(headers.subject).toEqual([MAIL.subject])
  expect(headers.from).toEqual(['Clamshell <shop@shop.example>'])
  expect(headers.to).toEqual(['ada@example.com'])
  expect(headers['reply-to']).toEqual(['grace@example.com'])
  expect(envelope.mailFrom).toMatchObject({ address: 'shop@shop.example' })
  expect(envelope.rcptTo.map(({ address }) => address)).toEqual(['ada@example.com'])
  const [text, html] = parts
  expect(text?.type).toContain('text/plain')
  expect(text?.text).toContain(
    'Hello Ada,\n\nit costs 5 < 6 & more.\n.\nA line with a dot alone stands above.\n\n' +
      'My Orders:\nhttps://shop.example/dashboard/myorders?a=1&b=2\n\nClamshell',
  )
  expect(html?.type).toContain('text/html')
  expect(html?.text).toContain('it costs 5 &lt; 6 &amp; more.')
  expect(html?.text).toContain('href="https://shop.example/dashboard/myorders?a=1&amp;b=2"')
  expect(parts).toHaveLength(2)
})

it('a mail without replyTo has no Reply-To header', async () => {
  expect((await send(MAIL)).headers['reply-to']).toBeUndefined()
})

it('the envelope sender is never the Reply-To address, even when the shop has no address', async () => {
  const nobody = createSmtpMail({ url: server.url, from: { name: 'Clamshell', address: '' } })
  await nobody.send({ ...MAIL, replyTo: 'grace@example.com' })
  expect(server.received.at(-1)?.envelope.mailFrom).not.toMatchObject({ address: 'grace@example.com' })
})

it.each([
  ['the subject', { subject: 'Hello\r\nBcc: eve@example.com\r\n\r\nBody' }],
  ['an encoded subject', { subject: '=?utf-8?q?x?=\r\nBcc: eve@example.com\r\n\r\nBody' }],
  ['the Reply-To address', { replyTo: 'grace@example.com\r\nBcc: eve@example.com' }],
  ['the text', { text: ['Hello\r\n.\r\nMAIL FROM:<eve@example.com>\r\nRCPT TO:<eve@example.com>'] }],
])('a line break in %s adds neither a header nor a recipient', async (_where, change) => {
  const count = server.received.length
  const { headers, envelope } = await send({ ...MAIL, ...change })
  expect(server.received.length).toBe(count + 1)
  expect(headers.bcc).toBeUndefined()
  expect(headers['reply-to']?.length ?? 0).toBeLessThanOrEqual(1)
  expect(envelope.rcptTo.map(({ address }) => address)).toEqual(['ada@example.com'])
  expect(headers.to).toEqual(['ada@example.com'])
})

it.each([
  'An order for =?utf-8?B?aHR0cDovL2V2aWwuZXhhbXBsZQ==?= has changed',
  'An order for =?utf-8?Q?ThinkPad=E2=80=AE?= =?utf-8?Q?_?=',
  `Your order: ${'ü💻'.repeat(20)}${'💻'.repeat(20)} =?utf-8?q?x?= ${'e\u0301'.repeat(20)}`,
])('the subject “%s” is encoded within the line limits and decodes unchanged', async (subject) => {
  const { headers, raw } = await send({ ...MAIL, subject })
  expect(headers.subject).toEqual([subject])
  // The maximal length of an encoded word.
  for (const [word] of raw.matchAll(/=\?utf-8\?\S+\?=/gi)) expect(word.length).toBeLessThanOrEqual(75)
  // … and of a line.
  const head = raw.slice(0, raw.indexOf('\r\n\r\n')).split('\r\n')
  for (const line of head) expect(line.length).toBeLessThanOrEqual(78)
})

it('a recipient that looks like two addresses does not reach the second one', async () => {
  const sending = send({ ...MAIL, to: 'ada@example.com, eve@example.com' })
  const addresses = await sending.then(
    ({ envelope }) => envelope.rcptTo.map(({ address }) => address),
    () => [],
  )
  expect(addresses).not.toContain('eve@example.com')
})

it('a Reply-To that looks like two addresses is quoted as one', async () => {
  const { headers } = await send({ ...MAIL, replyTo: 'grace@example.com, eve@example.com' })
  expect(headers['reply-to']).toEqual(['<"grace@example.com, eve"@example.com>'])
})

it('sending fails with the SMTP response when the server rejects the mail', async () => {
  server.state.refusing = 'Not now.'
  await expect(send(MAIL)).rejects.toThrow(/451.*Not now/)
  delete server.state.refusing
})

it('sending fails with ECONNREFUSED when no server listens', async () => {
  const away = await startSmtpServer()
  await away.close()
  await expect(createSmtpMail({ url: away.url, from: FROM }).send(MAIL)).rejects.toThrow(/ECONNREFUSED/)
})

it('sending times out after ten seconds when the server connects but sends no greeting', async () => {
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const connecting = Promise.withResolvers<Socket>()
  const noteSocket = (message: unknown) => connecting.resolve((message as { socket: Socket }).socket)
  subscribe('net.client.socket', noteSocket)
  onTestFinished(() => void unsubscribe('net.client.socket', noteSocket))
  const { port } = silent.address() as AddressInfo
  const mail = createSmtpMail({ url: `smtp://127.0.0.1:${port}`, from: FROM })
  const sending = expect(mail.send(MAIL)).rejects.toThrow('Greeting never received')
  await once(await connecting.promise, 'connect')
  vi.advanceTimersByTime(10_000)
  await sending
}, 10_000)

it('sending is given up after a minute, and its connection closed, when the server answers byte by byte', async () => {
  const closed = Promise.withResolvers<void>()
  const dripping = Promise.withResolvers<void>()
  const server = createServer((socket) => {
    socket.write('220 shop.example\r\n')
    socket.once('data', () => {
      const timer = setInterval(() => {
        socket.write('2')
        dripping.resolve()
      }, 10)
      socket.once('end', () => closed.resolve()).once('close', () => clearInterval(timer))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const aMinute = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(aMinute.signal)
  onTestFinished(() => timeout.mockRestore())
  const { port } = server.address() as AddressInfo
  const sending = createSmtpMail({ url: `smtp://127.0.0.1:${port}`, from: FROM }).send(MAIL)
  const failed = expect(sending).rejects.toMatchObject({ code: 'EABORT' })
  await dripping.promise
  aMinute.abort()
  await failed
  await closed.promise
  expect(timeout.mock.calls).toEqual([[60_000]])
})
