import type { Row } from './row.ts'
import { NONE, type World } from './world.ts'

const everyone = (status: number): Row['expects'] => [status, status, status, status, status, status]
const open = (call: string, path: string, status = 200, variant?: string): Row => ({
  call,
  ...(variant && { variant }),
  by: 'bearer',
  expects: everyone(status),
  ask: () => ({ path }),
})
const MESSAGE = { name: 'Visitor', email: 'visitor@example.com', subject: 'Hello' }

/** What is open to everyone, signed in or not. */
export const PUBLIC_ROWS: Row[] = [
  open('GET /brands', '/api/brands'),
  open('GET /brand/{id}', '/api/brand/hp'),
  open('GET /brand/{id}', '/api/brand/HP', 200, 'by its display name'),
  open('GET /brand/{id}', '/api/brand/none', 404, 'of an unknown brand'),
  open(
    'GET /brand/{id}',
    '/api/brand/none?after=made-up',
    404,
    'of an unknown brand, with an invalid cursor',
  ),
  open('GET /products', '/api/products'),
  open('GET /adsproduct', '/api/adsproduct'),
  open('GET /product', '/api/product?brand=hp'),
  open('GET /product', '/api/product?brand=none', 200, 'of an unknown brand'),
  open('GET /blogs3', '/api/blogs3'),
  open('GET /blogs', '/api/blogs'),
  open('GET /healthz', '/healthz'),
  open('GET /readyz', '/readyz'),
  open('GET /metrics', '/metrics', 404, 'that does not exist'),
  open('GET /images/{id}', `/api/images/${'0'.repeat(32)}`, 404, 'that does not exist'),
  {
    call: 'GET /images/{id}',
    by: 'bearer',
    expects: everyone(200),
    ask: ({ photo }: World) => ({ path: photo }),
  },
  {
    call: 'POST /contact',
    by: 'bearer',
    expects: everyone(201),
    // The same text again would be the same message.
    ask: () => ({ path: '/api/contact', body: { ...MESSAGE, message: crypto.randomUUID() } }),
  },
  {
    call: 'POST /image-tickets',
    by: 'bearer',
    expects: everyone(201),
    ask: () => ({ path: '/api/image-tickets' }),
  },
  {
    call: 'POST /images',
    variant: 'of a person',
    by: 'bearer',
    expects: [401, 201, undefined, 201, undefined, 201],
    ask: ({ picture }) => ({ path: '/api/images?purpose=avatar', picture }),
  },
  {
    call: 'POST /images',
    variant: 'of a person, with a ticket',
    by: 'bearer',
    expects: [201, 201, undefined, 201, undefined, 201],
    ask: async ({ shop, picture, newAddress }) => {
      const { body } = await shop.call('POST', '/api/image-tickets', { address: newAddress() })
      return { path: '/api/images?purpose=avatar', picture, headers: { 'upload-ticket': body.ticket } }
    },
  },
  {
    call: 'POST /images',
    variant: 'of a laptop',
    by: 'bearer',
    expects: [401, 403, undefined, 201, undefined, 403],
    ask: ({ picture }) => ({ path: '/api/images?purpose=product', picture }),
  },
  {
    call: 'POST /images',
    variant: 'of a laptop, with a ticket',
    by: 'bearer',
    expects: [401, 403, undefined, 201, undefined, 403],
    ask: async ({ shop, picture, newAddress }) => {
      const { body } = await shop.call('POST', '/api/image-tickets', { address: newAddress() })
      return { path: '/api/images?purpose=product', picture, headers: { 'upload-ticket': body.ticket } }
    },
  },
  ...['', 't=1,v1=00'].map(
    (signature): Row => ({
      call: 'POST /webhooks/stripe',
      variant: signature ? 'with a bad signature' : 'without a signature',
      by: 'bearer',
      expects: everyone(400),
      ask: () => ({
        path: '/api/webhooks/stripe',
        body: { id: `evt_${NONE}`, type: 'payment_intent.succeeded' },
        ...(signature && { headers: { 'stripe-signature': signature } }),
      }),
    }),
  ),
]
