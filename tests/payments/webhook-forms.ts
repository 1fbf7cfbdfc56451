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
  ['two proofs, the second one good', 200, bent((s) => s.replace(',v1=', `,v1=${'0'.repeat(64)},v1=`))],
  ['a good proof and one of an older scheme', 200, bent((s) => `${s},v0=${'0'.repeat(64)}`)],
  ['the proof before the time', 200, bent((s) => s.split(',').reverse().join(','))],
  ['with a charset', 200, signed({ headers: { 'content-type': 'application/json; charset=utf-8' } })],
  [
    'with a charset that it is not in',
    200,
    signed({ headers: { 'content-type': 'application/json; charset=utf-16' } }),
  ],
  ['as plain text', 200, signed({ headers: { 'content-type': 'text/plain' } })],
  ['with a token that is none', 200, signed({ headers: { authorization: 'Bearer nonsense' } })],
  ['from another site, as a browser would say', 200, signed({ headers: { origin: 'https://evil.example' } })],
  ['with letters beyond ASCII', 200, but({ note: 'Ünïcödé 李 🙂' })],
  ['with blanks around it', 200, wellSigned((event) => `\n ${event} \n`)],
  ['with fields that nobody knows yet', 200, but({ new_field: { deep: [1] } })],
]

/** Accepted, too, but nothing changes: they are not about a payment of this shop. */
export const IGNORED: Form[] = [
  [
    'a kind of event that is not known',
    200,
    but({ type: 'customer.created', data: { object: { object: 'customer', id: 'cus_1' } } }),
  ],
  [
    'a payment that the provider does not know',
    200,
    but({ data: { object: { object: 'payment_intent', id: 'pi_unknown' } } }),
  ],
  [
    'a payment with an id that can be none',
    200,
    but({ data: { object: { object: 'payment_intent', id: '../v1/refunds' } } }),
  ],
  ['an event of the provider’s other mode', 200, but({ livemode: true })],
]

export const REFUSED: Form[] = [
  ['no signature', 400, ({ event }) => ({ body: event })],
  ['an empty signature', 400, signed({ signature: '' })],
  ['a signature of blanks', 400, signed({ signature: '   ' })],
  ['another secret', 400, signed((s) => ({ signature: sign(s.event, { ...s, secret: s.otherSecret }) }))],
  ['an empty secret', 400, signed((s) => ({ signature: sign(s.event, { ...s, secret: '' }) }))],
  ['signed 301 seconds ago', 400, signedAt(301)],
  ['signed 301 seconds ahead', 400, signedAt(-301)],
  ['signed a year ago', 400, signedAt(31_536_000)],
  ['signed in milliseconds', 400, signed((s) => ({ signature: sign(s.event, s, s.now * 1000) }))],
  ['no time', 400, bent((s) => s.replace(/^t=\d+,/, ''))],
  ['no proof', 400, bent((s) => s.replace(/,v1=.*/, ''))],
  ['an empty proof', 400, bent((s) => s.replace(/v1=.*/, 'v1='))],
  ['a proof of an older scheme alone', 400, bent((s) => s.replace('v1=', 'v0='))],
  ['a proof of a scheme to come alone', 400, bent((s) => s.replace('v1=', 'v2='))],
  [
    'a proof in capitals',
    400,
    bent((s) => s.replace(/v1=.*/, (proof) => `v1=${proof.slice(3).toUpperCase()}`)),
  ],
  ['a proof cut short', 400, bent((s) => s.slice(0, -1))],
  ['a proof with more behind it', 400, bent((s) => `${s}0`)],
  [
    'a proof in base64',
    400,
    bent((s) => s.replace(/v1=.*/, (proof) => `v1=${Buffer.from(proof.slice(3), 'hex').toString('base64')}`)),
  ],
  ['a blank after the comma', 400, bent((s) => s.replace(',', ', '))],
  ['a blank after the sign', 400, bent((s) => s.replace('v1=', 'v1= '))],
  ['semicolons for commas', 400, bent((s) => s.replace(',', ';'))],
  ['a time that is no number', 400, bent((s) => s.replace(/t=\d+/, 't=soon'))],
  ['a negative time', 400, signed((s) => ({ signature: sign(s.event, s, -s.now) }))],
  ['a time with a fraction', 400, bent((s) => s.replace(/t=(\d+)/, 't=$1.0'))],
  [
    'a time in hexadecimal',
    400,
    bent((s) => s.replace(/t=(\d+)/, (_t, time) => `t=0x${Number(time).toString(16)}`)),
  ],
  ['two times', 400, bent((s) => s.replace(/t=\d+/, '$&,$&'))],
  [
    'a time that was not signed',
    400,
    bent((s) => s.replace(/t=(\d+)/, (_t, time) => `t=${Number(time) - 1}`)),
  ],
  [
    'the signature of another body',
    400,
    signed((s) => ({ signature: sign(s.event.replace('evt_', 'evt_x'), s) })),
  ],
  ['the same header twice', 400, signed((s) => ({ signature: [sign(s.event, s), sign(s.event, s)] }))],
  ['a bad header, then a good one', 400, signed((s) => ({ signature: ['t=1,v1=0', sign(s.event, s)] }))],
  ['a header of 10 kB', 400, bent((s) => s + `,v1=${'0'.repeat(64)}`.repeat(150))],
  ['a byte changed', 400, signed((s) => ({ body: s.event.replace('succeeded', 'succeedee') }))],
  [
    'written anew, as the same JSON',
    400,
    signed((s) => ({ body: JSON.stringify(JSON.parse(s.event), null, 2) })),
  ],
  ['a line break behind it', 400, signed((s) => ({ body: `${s.event}\n` }))],
  ['cut short', 400, signed((s) => ({ body: s.event.slice(0, -2) }))],
  ['a mark of the byte order before it', 400, signed((s) => ({ body: BOM + s.event }))],
  ['signed with such a mark, sent without', 400, signed((s) => ({ signature: sign(BOM + s.event, s) }))],
  ['signed and sent with such a mark', 400, wellSigned((event) => BOM + event)],
  [
    'a byte that is no UTF-8, signed',
    400,
    (s) => {
      const body = withByte(s.event.replace('succeeded', 'succeeded?'), 0xff)
      return { body, signature: sign(body, s) }
    },
  ],
  [
    'a byte that is no UTF-8, for the sign that stands for such',
    400,
    (s) => {
      const body = withByte(s.event.replace('succeeded', 'succeeded?'), 0xff)
      return { body, signature: sign(new TextDecoder().decode(body), s) }
    },
  ],
  [
    'said to be compressed, and cut',
    400,
    signed((s) => ({ body: s.event.slice(1), headers: { 'content-encoding': 'gzip' } })),
  ],
  ['an empty body, signed', 400, wellSigned(() => '')],
  ['no JSON, signed', 400, wellSigned(() => '<html></html>')],
  ['half a JSON, signed', 400, wellSigned((event) => event.slice(0, -1))],
  ['null, signed', 400, wellSigned(() => 'null')],
  ['a number, signed', 400, wellSigned(() => '7')],
  ['a list of events, signed', 400, wellSigned((event) => `[${event}]`)],
  ['no id, signed', 400, but({ id: undefined })],
  ['an empty id, signed', 400, but({ id: '' })],
  ['an id that is a number, signed', 400, but({ id: 7 })],
  ['no type, signed', 400, but({ type: undefined })],
  ['no time of its own, signed', 400, but({ created: undefined })],
  ['a time of its own that is a text, signed', 400, but({ created: 'now' })],
  ['data that is null, signed', 400, but({ data: null })],
  ['data that is a list, signed', 400, but({ data: [] })],
  ['data without an object, signed', 400, but({ data: {} })],
  ['an object that is a text, signed', 400, but({ data: { object: 'pi_1' } })],
  [
    'another object of the provider, signed',
    400,
    wellSigned((event) => JSON.stringify(JSON.parse(event).data.object)),
  ],
  ['more than a megabyte, signed', 413, but({ note: 'x'.repeat(1024 * 1024) })],
]
