import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { putOnSale } from '#tests/support/laptops.ts'
import type { Person } from '#tests/support/people.ts'
import { hashTables } from '#tests/support/tables.ts'
import { NO_ID } from './catalogue.ts'
import { CALLS } from './fields.ts'
import { openPeople } from './good-requests.ts'

/* Values in the URL of a call: IDs and e-mails in its path, and its query. */

let shop: FrontDoor
let callers: Record<string, Person>
beforeAll(async () => {
  shop = await openFrontDoor()
  const { buyer, seller, admin } = await openPeople(shop)
  callers = { buyer, seller, admin, 'signed-in': buyer, session: buyer }
  for (const name of ['A', 'B', 'C']) await putOnSale(shop, seller, { name })
})
afterAll(() => shop.close())

const ID = '0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3e'
const cursor = (text: string) => Buffer.from(text).toString('base64url')
const LONG = 'x'.repeat(10_000)

type Call = (typeof CALLS)[number]
const call = ({ call, who, body }: Call, path: string) => {
  const { token, cookie } = callers[who] ?? {}
  return shop.call(call.split(' ')[0]!, `/api${path}`, {
    ...(who === 'session' ? { cookie: cookie! } : { token }),
    ...(body && { body: {} }),
  })
}
/** The query that a call needs, and its path with valid values for those that are not given. */
const goodQuery = ({ query, who }: Call): Record<string, string> => ({
  ...(query.includes('email') && { email: callers[who]!.email }),
  ...(query.includes('userType') && { userType: 'buyer' }),
  ...(query.includes('brand') && { brand: 'hp' }),
})
const fill = ({ call, params, who }: Call, values: Record<string, string>) =>
  params.reduce(
    (path, name) =>
      path.replace(
        `{${name}}`,
        values[name] ??
          (name === 'email' ? (callers[who]?.email ?? '') : path.startsWith('/brand/') ? 'hp' : ID),
      ),
    call.split(' ')[1]!,
  )

/** Values that are no id, as sent: escaped once, or as they are if they are an escape already. */
const NO_IDS = [
  ...NO_ID.map(encodeURIComponent),
  '%00',
  '%2e%2e',
  '%zz',
  '%ff',
  '..%2f..%2fetc%2fpasswd',
  '%25',
]
/** For paths with a brand, none of these is a brand. */
const PATHS = CALLS.filter(({ params }) => params.length > 0)
it.each(PATHS.flatMap((one) => one.params.map((name) => ({ ...one, name }))))(
  `$call: ${NO_IDS.length} invalid values of $name get 404`,
  async (one) => {
    const before = await hashTables(shop)
    const answered = await Promise.all(
      [
        ...NO_IDS,
        ...(one.name === 'email' ? ['x@', 'a%20b@example.com', 'a%0d%0aBcc:b@example.com'] : []),
      ].map(async (value) => {
        const query = new URLSearchParams(goodQuery(one)).toString()
        const { status, headers, body } = await call(one, `${fill(one, { [one.name]: value })}?${query}`)
        // `.` and `..` are resolved before routing: the path is then that of another call, or of none.
        const elsewhere = /^%2e%2e$|^\.\.%2Fusers$/i.test(value) && [404, 405].includes(status)
        const told = value.length > 6 && JSON.stringify(body).includes(decoded(value))
        const form = headers.get('content-type')
        return elsewhere || (status === 404 && form === 'application/problem+json' && !told)
          ? []
          : [[value, status]]
      }),
    )
    expect(answered.flat()).toEqual([])
    expect(await hashTables(shop)).toEqual(before)
  },
)
const decoded = (text: string) => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/** What each field of a query refuses, and what it accepts; `undefined` leaves it out. */
const QUERY: Record<string, { bad: string[]; good: string[]; required: boolean }> = {
  email: {
    bad: [
      'email=',
      'email[$ne]=',
      'email[]=ada@example.com',
      'email=a&email=b',
      'email=%zz',
      `email=${LONG}`,
      'email=%00',
      'email=a%40b',
      'email=%ff',
    ],
    good: [],
    required: true,
  },
  userType: {
    bad: [
      'userType=',
      'userType=admin',
      'userType=Buyer',
      'userType=buyer&userType=buyer',
      'userType[]=buyer',
      'userType=buyer%00',
      'userType=constructor',
    ],
    good: ['userType=buyer', 'userType=seller'],
    required: true,
  },
  brand: {
    bad: [
      'brand=',
      'brand=hp&brand=dell',
      'brand[$ne]=',
      'brand=%00',
      'brand=hp%00',
      'brand=%zz',
      'brand=%ff',
      `brand=${'x'.repeat(101)}`,
      `brand=${LONG}`,
      'brand=a%0ab',
    ],
    good: [
      'brand=hp',
      'brand=HP',
      'brand=none',
      'brand=__proto__',
      'brand=%F0%9F%98%80',
      `brand=${'x'.repeat(100)}`,
      `brand=${encodeURIComponent("' or 1=1--")}`,
    ],
    required: true,
  },
  limit: {
    bad: [
      '0',
      '-1',
      '101',
      '1.5',
      '1e1',
      '0x10',
      '%201',
      '01',
      '',
      'x',
      '%D9%A1',
      '9'.repeat(40),
      'NaN',
      '1&limit=1',
      '%00',
    ].map((limit) => `limit=${limit}`),
    good: ['limit=1', 'limit=100'],
    required: false,
  },
  after: {
    bad: [
      ...['', 'x', '%00', 'null', 'x'.repeat(201), LONG, '%zz', '1&after=1'],
      ...[
        `2026-01-01T00:00:00.000Z ${'-'.repeat(36)}`,
        `2026-01-01T00:00:00.000Z ${'a'.repeat(36)}`,
        `2026-01-01T00:00:00.000Z ${ID.toUpperCase()}`,
        `2026-13-01T00:00:00.000Z ${ID}`,
        `-200000-01-01T00:00:00.000Z ${ID}`,
        `+270000-01-01T00:00:00.000Z ${ID}`,
        `0000-01-01T00:00:00.000Z ${ID}`,
        `1 ${ID}`,
        ...['', 'x', '-1', '1.5', '1e3', '9999999999', '1 2'].map(
          (passed) => `2026-01-01T00:00:00.000Z ${ID} ${passed}`,
        ),
        `now ${ID}`,
        `2026-01-01T00:00:00.000Z' or 1=1-- ${ID}`,
      ].map(cursor),
    ].map((after) => `after=${after}`),
    good: ['', ' 24'].map((passed) => `after=${cursor(`2026-01-01T00:00:00.000Z ${ID}${passed}`)}`),
    required: false,
  },
  search: {
    bad: [
      'search=%00',
      'search=a%07b',
      `search=${'x'.repeat(101)}`,
      'search=a&search=b',
      'search=%zz',
      'search=%ed%a0%80',
      `search=${LONG}`,
    ],
    good: [
      'search=',
      'search=%25',
      'search=_',
      'search=%5C',
      `search=${'x'.repeat(100)}`,
      'search=%F0%9F%98%80',
      `search=${encodeURIComponent("' or 1=1--")}`,
    ],
    required: false,
  },
  state: {
    bad: ['state=', 'state=all', 'state=Open', 'state=open&state=open', 'state=open%00'],
    good: ['state=open', 'state=decided'],
    required: false,
  },
  action: {
    bad: ['action=', 'action=none', 'action=denied&action=denied', 'action=denied%00'],
    good: ['action=denied', 'action=signed-in'],
    required: false,
  },
  person: {
    bad: [
      'person=%00',
      `person=${'x'.repeat(255)}`,
      `person=${LONG}`,
      'person=a&person=b',
      'person=%zz',
      'person=a%1bb',
    ],
    good: [
      'person=nobody@example.com',
      `person=${'x'.repeat(254)}`,
      `person=${ID}`,
      `person=${encodeURIComponent("' or 1=1--")}`,
    ],
    required: false,
  },
}

describe.each(CALLS.filter(({ query }) => query.length > 0))('$call', (one) => {
  /** The response when one field is as given here, and the others are valid. */
  async function ask(field: string | undefined, written: string) {
    const { [field ?? '']: _, ...rest } = goodQuery(one)
    return call(
      one,
      `${fill(one, {})}?${[new URLSearchParams(rest).toString(), written].filter(Boolean).join('&')}`,
    )
  }

  it.each(one.query)('validates the field %s of its query', async (field) => {
    const tries = QUERY[field]
    expect(tries, `addresses.postgres.test.ts must list the values of ${field}`).toBeDefined()
    const { bad, good, required } = tries!
    const refused = await Promise.all(
      [...bad, ...(required ? [''] : [])].map(async (q) => [q.slice(0, 60), await ask(field, q)] as const),
    )
    const wrong = refused.filter(
      ([, { status, body }]) =>
        status !== 400 ||
        !body.errors.every(({ pointer }: { pointer: string }) =>
          [`/query/${field}`, '/query'].includes(pointer),
        ),
    )
    expect(wrong.map(([q, { status, body }]) => [q, status, body])).toEqual([])
    const said = JSON.stringify(refused.map(([, { body }]) => body))
    expect(said).not.toMatch(/x{20}|or 1=1/)
    // The validation library's own messages.
    expect(said).not.toMatch(/Too (small|big)|Invalid (input|string)|expected/)
    const taken = await Promise.all(good.map(async (q) => [q, (await ask(field, q)).status]))
    // No row has the made-up id: a call with the id in its path may get 404.
    expect(
      taken.filter(([, status]) => status !== 200 && !(one.params.includes('id') && status === 404)),
    ).toEqual([])
  })

  it('ignores unknown fields of its query', async () => {
    const usual = await ask(undefined, '')
    for (const more of [
      'x=1',
      '__proto__=x',
      'constructor[prototype]=x',
      'toString=1',
      'role=admin',
      '=',
      '&&',
      'x[]=1&x[]=2',
    ])
      expect([more, (await ask(undefined, more)).status]).toEqual([more, usual.status])
  })
})

it('no request causes an internal failure', () => {
  expect(shop.lines.filter((line) => line.includes('"event":"failure"'))).toEqual([])
})
