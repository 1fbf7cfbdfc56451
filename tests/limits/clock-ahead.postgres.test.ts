import { afterAll, beforeAll, expect, it } from 'vitest'
import { forgetOldLimits } from '#server/limits/forget-old-limits.ts'
import { plain } from '#tests/images/files.ts'
import { askTicket, upload } from '#tests/images/upload.ts'
import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { putOnSale } from '#tests/support/laptops.ts'
import { type Person, signUp } from '#tests/support/people.ts'
import { FLOWS, type Flow, renewed, type World } from './flows.ts'

/* A clock that was ahead for a moment, perhaps on one of several machines, is right again. */
let shop: FrontDoor
let world: World
let person: Person
beforeAll(async () => {
  shop = await openFrontDoor()
  const owner = await signUp(shop, 'seller')
  person = await signUp(shop, 'seller')
  const laptops = await Promise.all(Array.from({ length: 40 }, () => putOnSale(shop, owner)))
  world = { shop, laptop: laptops[0]!, laptops }
})
afterAll(() => shop.close())

const FIVE_DAYS = 5 * 24 * 60

let count = 0
const newAddress = () => `198.51.100.${++count}`
let tries = 0
const once = async (flow: Flow, address: string) =>
  (await flow.once(world, { who: await renewed(shop, person), address, n: ++tries })).status

/** Uses a limit up while the clock is so many minutes ahead, and sets it right. */
async function useUp(flow: Flow, address: string, ahead: number) {
  shop.pass({ minutes: ahead })
  for (let time = 0; time < flow.most; time++) expect(await once(flow, address)).toBe(flow.passes)
  expect(await once(flow, address)).toBe(429)
  shop.pass({ minutes: -ahead })
}

/** Those that take longer are counted in the same way. */
const SHORT = FLOWS.filter(({ most }) => most <= 20)

it.each(SHORT)('$what: requests counted while the clock was ahead lock nobody out', async (flow) => {
  const address = newAddress()
  await useUp(flow, address, FIVE_DAYS)
  for (let time = 0; time < flow.most; time++) expect(await once(flow, address)).toBe(flow.passes)
  expect(await once(flow, address)).toBe(429)
})

const links = FLOWS.find(({ key }) => key === 'password-reset address ')!

it('photos uploaded while the clock was ahead take up no place of a sign-up', async () => {
  const [address, photo] = [newAddress(), await plain('jpeg')]
  const send = async () => {
    const { status } = await upload(shop, photo, { ticket: await askTicket(shop, address), address })
    expect(status).toBe(201)
  }
  shop.pass({ minutes: FIVE_DAYS })
  for (let time = 0; time < 5; time++) await send()
  shop.pass({ minutes: -FIVE_DAYS })
  await send()
})

it('requests counted half a minute ahead still count, since the clocks of machines differ', async () => {
  const address = newAddress()
  await useUp(links, address, 0.5)
  expect(await once(links, address)).toBe(429)
})

it('counts from a clock that was far ahead are deleted with the old ones', async () => {
  const [far, near] = [newAddress(), newAddress()]
  await useUp(links, far, FIVE_DAYS)
  await useUp(links, near, 0.5)
  await forgetOldLimits(shop.deps)
  const left = await shop.sql('select key from rate_limits where key = any($1)', [
    [far, near].map((address) => links.key + address),
  ])
  expect(left).toEqual([{ key: links.key + near }])
})
