import { createHmac } from 'node:crypto'

/** The inputs of a sender of events. `event` is a valid event's body, `now` the shop's time in seconds. */
type Sender = { event: string; now: number; secret: string; otherSecret: string }
export type Sent = {
  body: string | Uint8Array<ArrayBuffer>
  /** The header `Stripe-Signature`; several values are sent as several headers. */
  signature?: string | string[]
  headers?: Record<string, string>
}
type Form = [name: string, status: number, make: (sender: Sender) => Sent]

const bytesOf = (text: string) => new TextEncoder().encode(text)
const BOM = '\uFEFF'

const proofOf = (body: string | Uint8Array, secret: string, time: number) =>
  createHmac('sha256', secret).update(`${time}.`).update(body).digest('hex')
const sign = (body: string | Uint8Array, { secret, now }: Sender, time = now) =>
  `t=${time},v1=${proofOf(body, secret, time)}`
/** As the provider sends it, except for the `change`. */
const signed =
  (change: Partial<Sent> | ((sender: Sender) => Partial<Sent>) = {}) =>
  (sender: Sender): Sent => {
    const { event: body } = sender
    return {
      body,
      signature: sign(body, sender),
      ...(typeof change === 'function' ? change(sender) : change),
    }
  }
const signedAt = (age: number) =>
  signed((sender) => ({ signature: sign(sender.event, sender, sender.now - age) }))
/** A correctly signed body that is not an event. */
const wellSigned = (bodyOf: (event: string) => string) => (sender: Sender) => {
  const body = bodyOf(sender.event)
  return { body, signature: sign(body, sender) }
}
/** A correctly signed event with one thing in it changed. */
const but = (change: object) => wellSigned((event) => JSON.stringify({ ...JSON.parse(event), ...change }))
/** The correct signature, changed. */
const bent = (bend: (signature: string) => string) =>
  signed((sender) => ({ signature: bend(sign(sender.event, sender)) }))

const withByte = (text: string, byte: number) => {
  const bytes = bytesOf(text)
  bytes[bytes.lastIndexOf(0x3f)] = byte
  return bytes
}

/** Accepted: 200, and the event is stored. */
export const TAKEN: Form[] = [
  ['as the provider sends it', 200, signed()],
  ['signed 299 seconds ago', 200, signedAt(299)],
  ['signed 299 seconds ahead', 200, signedAt(-299)],
  [
    'two v1 signatures, the second one valid',
    200,
    bent((s) => s.replace(',v1=', `,v1=${'0'.repeat(64)},v1=`)),
  ],
  ['a valid v1 signature and one of scheme v0', 200, bent((s) => `${s},v0=${'0'.repeat(64)}`)],
  ['the signature before the timestamp', 200, bent((s) => s.split(',').reverse().join(','))],
  [
    'with a charset in its content type',
    200,
    signed({ headers: { 'content-type': 'application/json; charset=utf-8' } }),
  ],
  [
    'with a wrong charset in its content type',
    200,
    signed({ headers: { 'content-type': 'application/json; charset=utf-16' } }),
  ],
  ['with the content type text/plain', 200, signed({ headers: { 'content-type': 'text/plain' } })],
  ['with an invalid bearer token', 200, signed({ headers: { authorization: 'Bearer nonsense' } })],
  ['with the Origin of another site', 200, signed({ headers: { origin: 'https://evil.example' } })],
  ['with non-ASCII characters', 200, but({ note: 'Ünïcödé 李 🙂' })],
  ['with white space around the JSON', 200, wellSigned((event) => `\n ${event} \n`)],
  ['with unknown fields', 200, but({ new_field: { deep: [1] } })],
]

/** Accepted, too, but nothing changes: they are not about a payment of this shop. */
export const IGNORED: Form[] = [
  [
    'an unknown event type',
    200,
    but({ type: 'customer.created', data: { object: { object: 'customer', id: 'cus_1' } } }),
  ],
  [
    'a payment unknown to the provider',
    200,
    but({ data: { object: { object: 'payment_intent', id: 'pi_unknown' } } }),
  ],
  [
    'a payment with an impossible ID',
    200,
    but({ data: { object: { object: 'payment_intent', id: '../v1/refunds' } } }),
  ],
  ['an event of the provider’s other mode', 200, but({ livemode: true })],
]

export const REFUSED: Form[] = [
  ['no signature', 400, ({ event }) => ({ body: event })],
  ['an empty signature', 400, signed({ signature: '' })],
  ['a signature of spaces', 400, signed({ signature: '   ' })],
  [
    'signed with another secret',
    400,
    signed((s) => ({ signature: sign(s.event, { ...s, secret: s.otherSecret }) })),
  ],
  ['signed with an empty secret', 400, signed((s) => ({ signature: sign(s.event, { ...s, secret: '' }) }))],
  ['signed 301 seconds ago', 400, signedAt(301)],
  ['signed 301 seconds ahead', 400, signedAt(-301)],
  ['signed a year ago', 400, signedAt(31_536_000)],
  ['a timestamp in milliseconds', 400, signed((s) => ({ signature: sign(s.event, s, s.now * 1000) }))],
  ['no timestamp', 400, bent((s) => s.replace(/^t=\d+,/, ''))],
  ['no v1 signature', 400, bent((s) => s.replace(/,v1=.*/, ''))],
  ['an empty v1 signature', 400, bent((s) => s.replace(/v1=.*/, 'v1='))],
  ['a signature of scheme v0 only', 400, bent((s) => s.replace('v1=', 'v0='))],
  ['a signature of scheme v2 only', 400, bent((s) => s.replace('v1=', 'v2='))],
  [
    'a signature in upper case',
    400,
    bent((s) => s.replace(/v1=.*/, (proof) => `v1=${proof.slice(3).toUpperCase()}`)),
  ],
  ['a truncated signature', 400, bent((s) => s.slice(0, -1))],
  ['a signature with a trailing character', 400, bent((s) => `${s}0`)],
  [
    'a signature in base64',
    400,
    bent((s) => s.replace(/v1=.*/, (proof) => `v1=${Buffer.from(proof.slice(3), 'hex').toString('base64')}`)),
  ],
  ['a space after the comma', 400, bent((s) => s.replace(',', ', '))],
  ['a space after the equals sign', 400, bent((s) => s.replace('v1=', 'v1= '))],
  ['a semicolon instead of the comma', 400, bent((s) => s.replace(',', ';'))],
  ['a timestamp that is not a number', 400, bent((s) => s.replace(/t=\d+/, 't=soon'))],
  ['a negative timestamp', 400, signed((s) => ({ signature: sign(s.event, s, -s.now) }))],
  ['a timestamp with a fraction', 400, bent((s) => s.replace(/t=(\d+)/, 't=$1.0'))],
  [
    'a timestamp in hexadecimal',
    400,
    bent((s) => s.replace(/t=(\d+)/, (_t, time) => `t=0x${Number(time).toString(16)}`)),
  ],
  ['two timestamps', 400, bent((s) => s.replace(/t=\d+/, '$&,$&'))],
  [
    'a timestamp other than the signed one',
    400,
    bent((s) => s.replace(/t=(\d+)/, (_t, time) => `t=${Number(time) - 1}`)),
  ],
  [
    'the signature of another body',
    400,
    signed((s) => ({ signature: sign(s.event.replace('evt_', 'evt_x'), s) })),
  ],
  ['the same header twice', 400, signed((s) => ({ signature: [sign(s.event, s), sign(s.event, s)] }))],
  [
    'an invalid header, then a valid one',
    400,
    signed((s) => ({ signature: ['t=1,v1=0', sign(s.event, s)] })),
  ],
  ['a header of 10 kB', 400, bent((s) => s + `,v1=${'0'.repeat(64)}`.repeat(150))],
  ['a changed byte', 400, signed((s) => ({ body: s.event.replace('succeeded', 'succeedee') }))],
  [
    'the same JSON, reformatted',
    400,
    signed((s) => ({ body: JSON.stringify(JSON.parse(s.event), null, 2) })),
  ],
  ['a trailing line break', 400, signed((s) => ({ body: `${s.event}\n` }))],
  ['a truncated body', 400, signed((s) => ({ body: s.event.slice(0, -2) }))],
  ['a BOM before the body', 400, signed((s) => ({ body: BOM + s.event }))],
  ['signed with a BOM, sent without', 400, signed((s) => ({ signature: sign(BOM + s.event, s) }))],
  ['signed and sent with a BOM', 400, wellSigned((event) => BOM + event)],
  [
    'an invalid UTF-8 byte, signed',
    400,
    (s) => {
      const body = withByte(s.event.replace('succeeded', 'succeeded?'), 0xff)
      return { body, signature: sign(body, s) }
    },
  ],
  [
    'an invalid UTF-8 byte, signed as U+FFFD',
    400,
    (s) => {
      const body = withByte(s.event.replace('succeeded', 'succeeded?'), 0xff)
      return { body, signature: sign(new TextDecoder().decode(body), s) }
    },
  ],
  [
    'Content-Encoding gzip, signed',
    415,
    signed((s) => ({ body: s.event, headers: { 'content-encoding': 'gzip' } })),
  ],
  ['an empty body, signed', 400, wellSigned(() => '')],
  ['HTML instead of JSON, signed', 400, wellSigned(() => '<html></html>')],
  ['truncated JSON, signed', 400, wellSigned((event) => event.slice(0, -1))],
  ['null, signed', 400, wellSigned(() => 'null')],
  ['a number, signed', 400, wellSigned(() => '7')],
  ['an array of events, signed', 400, wellSigned((event) => `[${event}]`)],
  ['no ID, signed', 400, but({ id: undefined })],
  ['an empty ID, signed', 400, but({ id: '' })],
  ['an ID that is a number, signed', 400, but({ id: 7 })],
  ['no type, signed', 400, but({ type: undefined })],
  ['no creation time, signed', 400, but({ created: undefined })],
  ['a creation time that is a string, signed', 400, but({ created: 'now' })],
  ['data that is null, signed', 400, but({ data: null })],
  ['data that is an array, signed', 400, but({ data: [] })],
  ['data without an object, signed', 400, but({ data: {} })],
  ['an object that is a string, signed', 400, but({ data: { object: 'pi_1' } })],
  [
    'a payment instead of an event, signed',
    400,
    wellSigned((event) => JSON.stringify(JSON.parse(event).data.object)),
  ],
  ['more than a megabyte, signed', 413, but({ note: 'x'.repeat(1024 * 1024) })],
]
