import type { Row } from './row.ts'
import { NONE } from './world.ts'

const onlyAdmin: Row['expects'] = [401, 403, 403, 403, 403, 200]
const oneself: Row['expects'] = [401, 200, 403, 200, 403, 200]
const list = (userType: string, email: string) => `/api/users?userType=${userType}&email=${email}`

/** People: oneself, and for admins the others. */
export const ACCOUNT_ROWS: Row[] = [
  {
    call: 'POST /jwt',
    by: 'cookie',
    expects: oneself,
    ask: (_world, { named }) => ({ path: '/api/jwt', body: { email: named.email } }),
  },
  {
    call: 'POST /jwt',
    variant: 'for somebody else',
    by: 'cookie',
    expects: [401, 403, 403, 403, 403, 403],
    ask: ({ otherBuyer }) => ({ path: '/api/jwt', body: { email: otherBuyer.email } }),
  },
  {
    call: 'PUT /googleuser/{email}',
    by: 'cookie',
    expects: oneself,
    ask: (_world, { named: { name, email } }) => ({
      path: `/api/googleuser/${email}`,
      body: { name, image: null, email, userType: 'buyer' },
    }),
  },
  {
    call: 'PUT /googleuser/{email}',
    variant: 'as a seller',
    by: 'cookie',
    expects: [401, 400, 400, 400, 400, 400],
    ask: (_world, { named: { name, email } }) => ({
      path: `/api/googleuser/${email}`,
      body: { name, email, userType: 'seller' },
    }),
  },
  {
    call: 'PUT /googleuser/{email}',
    variant: 'of an account with neither role nor Google',
    by: 'cookie',
    expects: [undefined, 403, undefined, undefined, undefined, undefined],
    ask: async (world) => {
      const { name, email, cookie } = await world.undecided()
      return { path: `/api/googleuser/${email}`, body: { name, email, userType: 'buyer' }, cookie }
    },
  },
  {
    call: 'POST /users',
    by: 'cookie',
    expects: [401, 201, 403, 201, 403, 200],
    ask: async (world, { caller, column, named }) => {
      const [role = '', which] = column.split(' ')
      if (!which) return { path: '/api/users', body: { ...world.admin, userType: 'buyer' } }
      const account = caller && (await world.undecided())
      const email = which === 'own' ? account?.email : named.email
      return {
        path: '/api/users',
        body: { name: 'Canary Hove', image: null, email, userType: role },
        ...(account && { cookie: account.cookie }),
      }
    },
  },
  {
    call: 'POST /users',
    variant: 'again, with another role',
    by: 'cookie',
    expects: [401, 200, 403, 200, 403, 200],
    ask: (_world, { column, named: { name, email } }) => ({
      path: '/api/users',
      body: { name, email, userType: column.startsWith('buyer') ? 'seller' : 'buyer' },
    }),
  },
  {
    call: 'POST /users',
    variant: 'as an admin',
    by: 'cookie',
    expects: [401, 400, 400, 400, 400, 400],
    ask: (_world, { named: { name, email } }) => ({
      path: '/api/users',
      body: { name, email, userType: 'admin' },
    }),
  },
  {
    call: 'GET /user',
    by: 'bearer',
    expects: oneself,
    ask: (_world, { named }) => ({ path: `/api/user?email=${named.email}` }),
  },
  {
    call: 'GET /user',
    variant: 'of somebody else',
    by: 'bearer',
    expects: [401, 403, 403, 403, 403, 200],
    ask: ({ otherBuyer }) => ({ path: `/api/user?email=${otherBuyer.email}` }),
  },
  {
    call: 'GET /user',
    variant: 'of an unknown person',
    by: 'bearer',
    expects: [401, 403, 403, 403, 403, 404],
    ask: () => ({ path: '/api/user?email=nobody@example.com' }),
  },
  ...['admin', 'seller', 'buyer'].flatMap((type): Row[] => [
    {
      call: `GET /users/${type}/{email}`,
      by: 'bearer',
      expects: oneself,
      ask: (_world, { named }) => ({ path: `/api/users/${type}/${named.email}` }),
    },
    {
      call: `GET /users/${type}/{email}`,
      variant: 'of an unknown person',
      by: 'bearer',
      expects: onlyAdmin,
      ask: () => ({ path: `/api/users/${type}/nobody@example.com` }),
    },
  ]),
  ...['buyer', 'seller'].flatMap((type): Row[] => [
    {
      call: 'GET /users',
      variant: `${type}s`,
      by: 'bearer',
      expects: onlyAdmin,
      ask: (_world, { named }) => ({ path: list(type, named.email) }),
    },
    {
      call: 'GET /users',
      variant: `${type}s, with somebody else’s e-mail`,
      by: 'bearer',
      expects: [401, 403, 403, 403, 403, 403],
      ask: ({ otherBuyer }) => ({ path: list(type, otherBuyer.email) }),
    },
  ]),
  {
    call: 'GET /users',
    variant: 'admins',
    by: 'bearer',
    expects: [401, 403, 403, 403, 403, 400],
    ask: (_world, { named }) => ({ path: list('admin', named.email) }),
  },
  {
    call: 'PUT /verifyuser/{id}',
    by: 'bearer',
    expects: onlyAdmin,
    ask: async (world, { caller, named, column }) => {
      const seller = column === 'seller own' ? caller : await world.somebody('seller')
      return { path: `/api/verifyuser/${seller?.id}?email=${named.email}` }
    },
  },
  {
    call: 'PUT /verifyuser/{id}',
    variant: 'with somebody else’s e-mail',
    by: 'bearer',
    expects: [401, 403, 403, 403, 403, 403],
    ask: async (world) => ({
      path: `/api/verifyuser/${(await world.somebody('seller')).id}?email=${world.otherBuyer.email}`,
    }),
  },
  ...[undefined, 'buyer' as const].map(
    (type): Row => ({
      call: 'PUT /verifyuser/{id}',
      variant: type ? 'of a person who is not a seller' : 'of an unknown person',
      by: 'bearer',
      expects: [401, 403, 403, 403, 403, 404],
      ask: async (world, { named }) => ({
        path: `/api/verifyuser/${type ? (await world.somebody(type)).id : NONE}?email=${named.email}`,
      }),
    }),
  ),
  {
    call: 'DELETE /user/{id}',
    by: 'bearer',
    expects: onlyAdmin,
    ask: async (world, { caller, column }) => {
      const own = column.endsWith('own')
      return { path: `/api/user/${own ? caller?.id : (await world.somebody('buyer')).id}` }
    },
  },
  {
    call: 'DELETE /user/{id}',
    variant: 'of an unknown person',
    by: 'bearer',
    expects: [401, 403, 403, 403, 403, 404],
    ask: () => ({ path: `/api/user/${NONE}` }),
  },
  {
    call: 'DELETE /user/{id}',
    variant: 'of oneself',
    by: 'bearer',
    expects: [401, 403, undefined, 403, undefined, 409],
    ask: (_world, { named }) => ({ path: `/api/user/${named.id}` }),
  },
  {
    call: 'DELETE /user/{id}',
    variant: 'of another admin',
    by: 'bearer',
    expects: [401, 403, 403, 403, 403, 409],
    ask: async (world) => ({ path: `/api/user/${(await world.somebody('admin')).id}` }),
  },
  {
    call: 'GET /sessions',
    by: 'bearer',
    expects: [401, 200, undefined, 200, undefined, 200],
    ask: () => ({ path: '/api/sessions' }),
  },
  {
    call: 'DELETE /sessions/{id}',
    by: 'bearer',
    expects: [401, 200, 404, 200, 404, 404],
    ask: async ({ shop, otherSeller }, { caller, column, named }) => {
      const whose = column === 'admin' || !caller ? otherSeller : named
      const token = crypto.randomUUID()
      const id = crypto.randomUUID()
      await shop.sql(
        `insert into sessions (id, user_id, token, expires_at) values ($1, $2, $3, now() + interval '1 day')`,
        [id, whose.id, token],
      )
      return { path: `/api/sessions/${id}` }
    },
  },
  {
    call: 'POST /reports',
    by: 'bearer',
    expects: [401, 201, undefined, 201, undefined, 201],
    ask: async (world) => ({
      path: '/api/reports',
      body: { productId: await world.laptop(world.otherSeller), reason: 'Odd' },
    }),
  },
  {
    call: 'POST /reports',
    variant: 'of an unknown laptop',
    by: 'bearer',
    expects: [401, 404, undefined, 404, undefined, 404],
    ask: () => ({ path: '/api/reports', body: { productId: NONE, reason: 'Odd' } }),
  },
  { call: 'GET /reports', by: 'bearer', expects: onlyAdmin, ask: () => ({ path: '/api/reports' }) },
  { call: 'GET /auditevents', by: 'bearer', expects: onlyAdmin, ask: () => ({ path: '/api/auditevents' }) },
  {
    call: 'PUT /reports/{id}',
    by: 'bearer',
    expects: onlyAdmin,
    ask: async (world) => ({
      path: `/api/reports/${await world.report()}`,
      body: { decision: 'dismissed', reason: 'Looked at' },
    }),
  },
]
