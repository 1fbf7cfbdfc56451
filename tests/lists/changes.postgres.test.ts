import { afterAll, beforeAll, expect, it } from 'vitest'
import { sweepImages } from '#server/images/sweep-images.ts'
import { issueMailedToken, readMailedToken, spendMailedToken } from '#server/sign-in/mailed-tokens.ts'
import { setPassword } from '#server/sign-in/set-password.ts'
import { deleteUser } from '#server/users/delete-user.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { crowd } from '#tests/support/many-people.ts'
import type { Person } from '#tests/support/people.ts'
import { fillShop, LAPTOPS } from './fill-shop.ts'
import { readsOf } from './reads-of.ts'

/** The rows of somebody with ten laptops or orders, and the rows that belong to these. */
const MOST_ROWS = 150

type Name = 'seller' | 'buyer' | 'admin'

let shop: FrontDoor
const people = {} as Record<Name, Person>
beforeAll(async () => {
  shop = await openFrontDoor()
  for (const name of ['seller', 'buyer', 'admin'] as const)
    people[name] = (await crowd(shop, name, 1))[0] as Person
  await fillShop(shop, people)
})
afterAll(() => shop.close())

it('finding a mailed token, and ending those of one user, reads only a few rows', async () => {
  const { id } = people.buyer
  const now = new Date()
  const reads = await readsOf(shop, async ({ db }) => {
    const issue = () => issueMailedToken(db, { purpose: 'reset-password', about: id, minutes: 30 }, now)
    const tokens = [await issue(), await issue()]
    const [spent = '', other = ''] = tokens
    expect(await readMailedToken(db, 'reset-password', spent, now)).toBe(id)
    expect(await spendMailedToken(db, 'reset-password', spent, now)).toBe(id)
    await setPassword(db, id, 'hash', now)
    expect(await readMailedToken(db, 'reset-password', other, now)).toBeUndefined()
  })
  expect(Object.entries(reads).filter(([, read]) => read.passedOver + read.found > MOST_ROWS)).toEqual([])
})

it.each(['seller', 'buyer'] as const)(
  'deleting a %s reads only their rows, without a sequential scan',
  async (name) => {
    const who = { ...people.admin, sessionId: '', image: null, userType: 'admin' } as const
    const reads = await readsOf(shop, async ({ pool, db }) => {
      expect(await deleteUser({ ...shop.deps, pool, db }, who, people[name])).toBe(1)
    })
    const many = Object.entries(reads).filter(([, read]) => read.passedOver + read.found > MOST_ROWS)
    expect(many).toEqual([])
  },
)

it('sweeping pictures checks each row once, without a sequential scan', async () => {
  const unused = 300
  await shop.sql(
    `insert into images (id, purpose, width, height, color)
     select md5('unused' || n), 'product', 1, 1, '#000000' from generate_series(1, $1) n`,
    [unused],
  )
  shop.pass({ minutes: 25 * 60 })
  const reads = await readsOf(shop, async ({ pool, db }) => {
    expect(await sweepImages({ ...shop.deps, pool, db })).toBe(unused)
  })
  expect(Object.entries(reads).filter(([, read]) => read.passedOver > 0)).toEqual([])
  // Deleted rows are found, checked once more and removed. A second check of all would read as many again.
  expect(reads.images?.found).toBeLessThan(2 * LAPTOPS)
})
