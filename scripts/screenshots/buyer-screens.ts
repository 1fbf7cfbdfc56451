import { empty, failing, listed, opens, type Screen, waiting } from './screen.ts'

const ORDERS = '**/api/bookings**'

/** What a buyer sees. */
export const buyerScreens: readonly Screen[] = (
  [
    { name: 'my-orders', route: 'dashboard/myorders', reach: listed },
    {
      name: 'my-orders-delete',
      route: 'dashboard/myorders',
      reach: async (page) => {
        const unpaid = page.getByRole('row').filter({ has: page.getByRole('link', { name: /^Pay for/ }) })
        await unpaid
          .first()
          .getByRole('button', { name: /^Delete/ })
          .click()
        await page.getByRole('alertdialog').waitFor()
      },
      over: true,
    },
    {
      name: 'my-orders-empty',
      route: 'dashboard/myorders',
      before: empty(ORDERS),
      reach: listed,
    },
    {
      name: 'my-orders-failing',
      route: 'dashboard/myorders',
      before: failing(ORDERS),
      reach: (page) => page.getByRole('alert').waitFor(),
      logs: /ERR_FAILED/,
    },
    {
      name: 'my-orders-loading',
      route: 'dashboard/myorders',
      before: waiting(ORDERS),
      reach: (page) => page.getByText('Loading My Orders').waitFor({ state: 'attached' }),
    },
    {
      name: 'my-orders-offline',
      route: 'dashboard/myorders',
      reach: async (page) => {
        await listed(page)
        await page.waitForFunction(() => [...document.images].every((image) => image.complete))
        await page.context().setOffline(true)
        await page.getByText('You are offline.').waitFor()
      },
    },
    { name: 'my-wishlist', route: 'dashboard/mywishlist', reach: listed },
    {
      name: 'booking-form',
      route: 'brand/:id',
      path: '/brand/hp',
      reach: async (page) => {
        await page.getByRole('button', { name: 'Place Order' }).first().click()
        await page.getByRole('dialog', { name: 'Booking Form' }).waitFor()
      },
      over: true,
    },
    {
      name: 'report-laptop',
      route: 'brand/:id',
      path: '/brand/hp',
      reach: opens('Report this laptop', 'dialog'),
      over: true,
    },
    {
      name: 'payment',
      route: 'dashboard/payment/:id',
      path: '/dashboard/myorders',
      reach: async (page) => {
        await page
          .getByRole('link', { name: /^Pay for/ })
          .first()
          .click()
        await page.getByLabel('Card number').waitFor()
      },
    },
    {
      name: 'payment-declined',
      route: 'dashboard/payment/:id',
      path: '/dashboard/myorders',
      reach: async (page) => {
        await page
          .getByRole('link', { name: /^Pay for/ })
          .first()
          .click()
        await page.getByLabel('Card number').fill('4000000000000002')
        await page.getByLabel('Expiry').fill('12/40')
        await page.getByLabel('CVC').fill('123')
        await page.getByRole('button', { name: 'Payment', exact: true }).click()
        await page.getByRole('alert').waitFor()
      },
      logs: /402/,
    },
    {
      name: 'receipt',
      route: 'dashboard/payment/:id',
      path: '/dashboard/myorders',
      reach: async (page) => {
        await page
          .getByRole('link', { name: /^Receipt for/ })
          .first()
          .click()
        await page.getByRole('heading', { name: /^Receipt for/ }).waitFor()
      },
    },
    {
      name: 'account-menu',
      route: '/',
      reach: (page) => page.getByRole('button', { name: /^Account of/ }).click(),
      over: true,
    },
    {
      name: 'menu',
      route: 'dashboard/myorders',
      widths: [360, 768],
      reach: (page) => page.getByRole('button', { name: 'Menu', exact: true }).click(),
      over: true,
    },
  ] satisfies Screen[]
).map((screen: Screen) => ({ ...screen, as: 'buyer' }))
