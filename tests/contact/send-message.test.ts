import { afterAll, beforeAll, expect, it } from 'vitest'
import { CONTACT_EMAIL, type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'

let shop: FrontDoor
beforeAll(async () => {
  shop = await openFrontDoor()
})
afterAll(() => shop.close())

const MESSAGE = {
  name: 'Ada Lovelace',
  email: 'Ada@Example.com',
  subject: 'A question – über ein Gerät',
  message: 'Does it run?\n\nAda',
}
let count = 0
/** Each from an address of its own, unless one is given. */
const send = (changes: object = {}, address = `10.0.0.${++count}`) =>
  shop.call('POST', '/api/contact', { body: { ...MESSAGE, ...changes }, address })
const kept = () => shop.sql('select name, email, subject, message from messages order by id')

it('stores a message and mails it to the operator, with the visitor as Reply-To', async () => {
  const { status, body } = await send()
  expect(status).toBe(201)
  expect(body).toMatchObject({ acknowledged: true, insertedId: expect.stringMatching(/^[0-9a-f-]{36}$/) })
  expect(await kept()).toEqual([{ ...MESSAGE, email: 'ada@example.com' }])
  expect(shop.mails).toEqual([
    {
      to: CONTACT_EMAIL,
      replyTo: 'ada@example.com',
      subject: 'Contact Us: A question – über ein Gerät',
      text: ['Ada Lovelace (ada@example.com) wrote:', MESSAGE.message, 'Your reply goes to ada@example.com.'],
    },
  ])
})

it('acknowledges a repeat within ten minutes, but neither stores nor mails it again', async () => {
  const same = { subject: 'Sent twice' }
  const [first, mails] = [await send(same), shop.mails.length]
  const again = await Promise.all([send(same), send(same)])
  for (const { status, body } of again) expect([status, body]).toEqual([200, first.body])
  expect(shop.mails.length).toBe(mails)
  for (const other of [{ message: 'Another one.' }, { subject: 'Sent once' }, { email: 'b@example.com' }])
    expect((await send({ ...same, ...other })).status).toBe(201)
  shop.pass({ minutes: 9 })
  expect((await send(same)).status).toBe(200)
  shop.pass({ minutes: 2 })
  expect((await send(same)).status).toBe(201)
})

it('accepts a message again that was stored while the clock was a day ahead', async () => {
  const same = { subject: 'Sent when the clock was wrong' }
  shop.pass({ minutes: 24 * 60 })
  expect((await send(same)).status).toBe(201)
  shop.pass({ minutes: -24 * 60 })
  expect((await send(same)).status).toBe(201)
  expect((await send(same)).status).toBe(200)
})

it.each([
  ['name', ''],
  ['name', 'x'.repeat(81)],
  ['email', 'not an address'],
  ['email', 'a@b.example\r\nBcc: c@d.example'],
  ['email', 'a@b.example, c@d.example'],
  ['subject', ''],
  ['subject', 'Hello\r\nBcc: everyone@example.com'],
  ['subject', 'x'.repeat(121)],
  ['message', '   '],
  ['message', 'x'.repeat(4001)],
  ['message', 7],
])('rejects the %s %j with an error at that field, and stores nothing', async (field, value) => {
  const [rows, mails] = [await kept(), shop.mails.length]
  expect(await send({ [field]: value })).toMatchObject({
    status: 400,
    body: { errors: [{ pointer: `/${field}` }] },
  })
  expect(await kept()).toEqual(rows)
  expect(shop.mails.length).toBe(mails)
})

it('accepts five messages per hour and IP address, not counting repeats', async () => {
  for (let i = 0; i < 5; i++) expect((await send({ subject: `No. ${i}` }, '192.0.2.7')).status).toBe(201)
  const rows = (await kept()).length
  for (let i = 0; i < 5; i++) expect((await send({ subject: `No. ${i}` }, '192.0.2.7')).status).toBe(200)
  const refused = await send({}, '192.0.2.7')
  expect(refused).toMatchObject({ status: 429, body: { code: 'too-many-requests' } })
  expect(refused.body.detail).toContain(CONTACT_EMAIL)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500)
  expect((await kept()).length).toBe(rows)
  expect((await send({ subject: 'Elsewhere' }, '192.0.2.8')).status).toBe(201)
  shop.pass({ minutes: 61 })
  expect((await send({}, '192.0.2.7')).status).toBe(201)
})
