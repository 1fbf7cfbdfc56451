import { order, putOnSale } from '#tests/support/laptops.ts'
import { linkTo } from '#tests/support/mails.ts'
import { cookieOf, PASSWORD, type Person, signUp } from '#tests/support/people.ts'
import { asking, byCookie, type Changes, count, type World } from './change.ts'

let people = 0
const newEmail = () => `again-${process.pid}-${++people}@example.com`

/** An account that has not chosen between Buyer and Seller. */
async function account({ shop }: World) {
  const email = newEmail()
  const made = await shop.call('POST', '/auth/sign-up/email', {
    body: { name: 'Ada', email, password: PASSWORD },
  })
  const [{ id }] = await shop.sql('select id from users where email = $1', [email])
  return { id: String(id), email, cookie: cookieOf(made.headers) }
}

async function report({ shop, seller }: World) {
  const reporter = await signUp(shop, 'buyer')
  const productId = await putOnSale(shop, seller)
  const body = { productId, reason: 'It is not what it says.' }
  const { body: made } = await shop.call('POST', '/api/reports', { token: reporter.token, body })
  return { id: made.insertedId as string, productId, reporter }
}

const mailsTo = ({ shop }: World, { email }: Pick<Person, 'email'>, subject: RegExp) =>
  shop.mails.filter((mail) => mail.to === email && subject.test(mail.subject)).length

function deciding(decision: 'dismissed' | 'taken-down') {
  return async (world: World) => {
    const { id, reporter } = await report(world)
    const mails = mailsTo(world, reporter, /./)
    const body = { decision, reason: 'Looked at.' }
    return {
      request: asking('PUT', `/api/reports/${id}`, { token: world.admin.token }, body),
      first: 200,
      again: [200],
      effect: async () => [
        await count(world, 'reports where id = $1 and decision = $2', [id, decision]),
        mailsTo(world, reporter, /./) - mails,
      ],
      once: [1, 1],
    }
  }
}

/** The changes that people make to their accounts, and admins to others'. */
export const CHANGES_BY_PEOPLE: Changes = {
  async 'POST /jwt'(world) {
    const person = await signUp(world.shop, 'buyer')
    return {
      request: asking('POST', '/api/jwt', byCookie(person), { email: person.email }),
      first: 200,
      again: [200],
      effect: () => count(world, 'sessions where user_id = $1', [person.id]),
      once: 1,
      secret: true,
    }
  },
  async 'POST /users'(world) {
    const { id, email, cookie } = await account(world)
    return {
      request: asking('POST', '/api/users', { cookie }, { name: 'Ada', email, userType: 'seller' }),
      first: 201,
      again: [200],
      effect: () => count(world, `users where id = $1 and user_type = 'seller'`, [id]),
      once: 1,
    }
  },
  async 'PUT /googleuser/{email}'(world) {
    const { id, email, cookie } = await account(world)
    await world.shop.sql(
      `insert into accounts (id, user_id, provider_id, account_id) values (gen_random_uuid(), $1, 'google', $2)`,
      [id, email],
    )
    const body = { name: 'Ada', email, userType: 'buyer' }
    return {
      request: asking('PUT', `/api/googleuser/${email}`, { cookie }, body),
      first: 200,
      again: [200],
      effect: () => count(world, `users where id = $1 and user_type = 'buyer'`, [id]),
      once: 1,
    }
  },
  async 'PUT /verifyuser/{id}'(world) {
    const seller = await signUp(world.shop, 'seller')
    const path = `/api/verifyuser/${seller.id}?email=${world.admin.email}`
    return {
      request: asking('PUT', path, { token: world.admin.token }),
      first: 200,
      again: [200],
      effect: async () => [
        await count(world, 'users where id = $1 and verified_at is not null', [seller.id]),
        mailsTo(world, seller, /verified seller/),
      ],
      once: [1, 1],
    }
  },
  async 'DELETE /user/{id}'(world) {
    const person = await signUp(world.shop, 'buyer')
    await order(world.shop, person, await putOnSale(world.shop, world.seller))
    return {
      request: asking('DELETE', `/api/user/${person.id}`, { token: world.admin.token }),
      first: 200,
      again: [404],
      effect: async () => [
        await count(world, 'users where id = $1', [person.id]),
        mailsTo(world, person, /account was deleted/),
      ],
      once: [0, 1],
    }
  },
  async 'DELETE /sessions/{id}'(world) {
    const person = await signUp(world.shop, 'buyer')
    const body = { email: person.email, password: PASSWORD }
    await world.shop.call('POST', '/auth/sign-in/email', { body })
    const { body: sessions } = await world.shop.call('GET', '/api/sessions', { token: person.token })
    const other = sessions.find(({ current }: { current: boolean }) => !current)
    return {
      request: asking('DELETE', `/api/sessions/${other._id}`, { token: person.token }),
      first: 200,
      again: [404],
      effect: () => count(world, 'sessions where user_id = $1', [person.id]),
      once: 1,
    }
  },
  'PUT /reports/{id} dismissed': deciding('dismissed'),
  'PUT /reports/{id} taken down': deciding('taken-down'),
}

/** The changes of the sign-in service. */
export const CHANGES_OF_SIGN_IN: Changes = {
  async 'POST /auth/sign-up/email'(world) {
    const email = newEmail()
    return {
      request: asking('POST', '/auth/sign-up/email', {}, { name: 'Ada', email, password: PASSWORD }),
      first: 200,
      again: [422],
      effect: async () => [
        await count(world, 'users where email = $1', [email]),
        await count(world, 'accounts a join users u on u.id = a.user_id where u.email = $1', [email]),
      ],
      once: [1, 1],
    }
  },
  async 'POST /auth/change-password'(world) {
    const person = await signUp(world.shop, 'buyer')
    const body = { currentPassword: PASSWORD, newPassword: 'another good password' }
    return {
      request: asking('POST', '/auth/change-password', byCookie(person), body),
      first: 200,
      // The new password is the current one by now; of requests at the same moment one was first.
      again: [200, 401],
      effect: async () => mailsTo(world, person, /password was changed/),
      once: 1,
    }
  },
  async 'POST /auth/reset-password'(world) {
    const person = await signUp(world.shop, 'buyer')
    await world.shop.call('POST', '/auth/request-password-reset', { body: { email: person.email } })
    const { token } = linkTo(world.shop, person.email)
    const body = { token, newPassword: 'another good password' }
    return {
      request: asking('POST', '/auth/reset-password', {}, body),
      first: 200,
      again: [400],
      effect: async () => [
        mailsTo(world, person, /password was changed/),
        await count(world, 'sessions where user_id = $1', [person.id]),
      ],
      once: [1, 0],
    }
  },
  async 'POST /auth/sign-out'(world) {
    const person = await signUp(world.shop, 'buyer')
    return {
      request: asking('POST', '/auth/sign-out', byCookie(person), {}),
      first: 204,
      again: [204],
      effect: () => count(world, 'sessions where user_id = $1', [person.id]),
      once: 0,
    }
  },
}
