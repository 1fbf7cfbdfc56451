import { type FrontDoor, openFrontDoor } from '#tests/support/front-door.ts'
import { makeAdmin, type Person, renewToken, signUp } from '#tests/support/people.ts'

/** A shop behind its front door, with one person of each role, and how each of them makes a call. */
export type Peopled = {
  shop: FrontDoor
  people: Record<'buyer' | 'seller' | 'admin', Person>
  /** Makes a call as somebody, and returns its body; fails if it is refused. */
  ask(who: 'buyer' | 'seller' | 'admin' | undefined, call: string, body?: object): Promise<Body>
  /** The status that somebody gets for a call. */
  statusFor(who: 'buyer' | 'seller' | 'admin' | undefined, call: string, body?: object): Promise<number>
}
// biome-ignore lint/suspicious/noExplicitAny: tests check an answer by comparing values, not by type
type Body = any

export async function openPeopledShop(): Promise<Peopled> {
  const shop = await openFrontDoor()
  const admin = await makeAdmin(shop)
  const people = {
    buyer: await signUp(shop, 'buyer'),
    seller: await signUp(shop, 'seller'),
    admin: { ...admin, token: await renewToken(shop, admin) },
  }
  async function call(who: keyof typeof people | undefined, what: string, body?: object) {
    const [method = '', path = ''] = what.split(' ')
    return shop.call(method, `/api${path}`, { token: who && people[who].token, ...(body && { body }) })
  }
  return {
    shop,
    people,
    async ask(who, what, body) {
      const answer = await call(who, what, body)
      if (answer.status < 300) return answer.body
      throw new Error(`${what} answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    },
    statusFor: async (who, what, body) => (await call(who, what, body)).status,
  }
}
