import { PASSWORD, type Person } from '#tests/support/people.ts'

type Asked = { method: string; path: string; body?: object; token?: string; cookie?: string }
const id = '01a1fa74-311f-7333-a4bb-33a28de8ae01'

/** Calls of every kind that need the database, as a buyer makes them. */
export function everyCall({ email, cookie, token }: Person): Asked[] {
  const get = (path: string): Asked => ({ method: 'GET', path, token })
  return [
    { method: 'GET', path: '/readyz' },
    { method: 'GET', path: '/api/products' },
    { method: 'GET', path: '/api/adsproduct' },
    { method: 'GET', path: '/api/brands' },
    { method: 'GET', path: '/api/brand/hp' },
    { method: 'GET', path: '/api/product?brand=hp' },
    { method: 'GET', path: '/api/blogs' },
    get(`/api/bookings?email=${email}`),
    get(`/api/booking/${id}`),
    get(`/api/wishlist?email=${email}`),
    get(`/api/user?email=${email}`),
    {
      method: 'POST',
      path: '/api/booking',
      token,
      body: { productId: id, phone: '01700000001', location: 'Here' },
    },
    { method: 'POST', path: '/api/wishlist', token, body: { productId: id } },
    { method: 'DELETE', path: `/api/mywishlist/${id}`, token },
    { method: 'POST', path: '/api/create-payment-intent', token, body: { price: 449.5, bookingId: id } },
    {
      method: 'POST',
      path: '/api/paymentinfo',
      token,
      body: { name: 'x', price: 1, transactionId: 'pi_1', bookingId: id },
    },
    { method: 'POST', path: '/api/image-tickets' },
    {
      method: 'POST',
      path: '/api/contact',
      body: { name: 'A', email, subject: 'Hello', message: 'Hello there' },
    },
    { method: 'POST', path: '/api/jwt', cookie, body: { email } },
    { method: 'POST', path: '/auth/sign-in/email', body: { email, password: PASSWORD } },
    {
      method: 'POST',
      path: '/auth/sign-up/email',
      body: { name: 'Ada', email: `x${email}`, password: PASSWORD },
    },
    { method: 'GET', path: '/auth/get-session', cookie },
    { method: 'POST', path: '/auth/request-password-reset', body: { email } },
    {
      method: 'POST',
      path: '/auth/reset-password',
      body: { token: 'x'.repeat(43), newPassword: PASSWORD },
    },
  ]
}

export const PAGES = ['/', '/advertisedProducts', '/brand/hp', '/blogs', '/login', '/signup', '/dashboard']
