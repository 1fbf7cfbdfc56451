import { expect } from '@playwright/test'
import { click, empty, failing, type Screen, waiting } from './screen.ts'

const ADVERTISED = '**/api/adsproduct**'

/** What a visitor sees. */
export const publicScreens: readonly Screen[] = [
  { name: 'home', route: '/' },
  { name: 'advertised-products', route: 'advertisedProducts' },
  {
    name: 'advertised-products-loading',
    route: 'advertisedProducts',
    path: '/privacy',
    before: waiting(ADVERTISED),
    reach: async (page) => {
      await click('Ads Products')(page)
      await page.getByText('Loading laptops').waitFor({ state: 'attached' })
    },
  },
  {
    name: 'advertised-products-empty',
    route: 'advertisedProducts',
    path: '/privacy',
    before: empty(ADVERTISED),
    reach: async (page) => {
      await click('Ads Products')(page)
      await page.getByRole('link', { name: 'Choose a brand' }).waitFor()
    },
  },
  {
    name: 'advertised-products-failing',
    route: 'advertisedProducts',
    path: '/privacy',
    before: failing(ADVERTISED),
    reach: async (page) => {
      await click('Ads Products')(page)
      await page.getByRole('alert').waitFor()
    },
    logs: /ERR_FAILED/,
  },
  {
    name: 'booking-form-guest',
    route: 'advertisedProducts',
    reach: async (page) => {
      await page.getByRole('button', { name: 'Place Order' }).first().click()
      await page.getByRole('dialog', { name: 'Booking Form' }).waitFor()
    },
    over: true,
  },
  { name: 'brand', route: 'brand/:id', path: '/brand/dell' },
  {
    name: 'brand-without-pictures',
    route: 'brand/:id',
    path: '/brand/dell',
    before: failing('**/api/images/**'),
    logs: /ERR_FAILED/,
  },
  { name: 'blogs', route: 'blogs' },
  {
    name: 'blog',
    route: 'blogs/:id',
    path: '/blogs',
    reach: async (page) => {
      await page.getByRole('article').getByRole('link').first().click()
      await page.getByRole('link', { name: 'All posts' }).waitFor()
    },
  },
  { name: 'login', route: 'login' },
  {
    name: 'login-refused',
    route: 'login',
    reach: async (page) => {
      await page.getByLabel('Email').fill('buyer@clamshell.test')
      await page.getByLabel('Password', { exact: true }).fill('not the password')
      await page.getByRole('button', { name: 'Login', exact: true }).click()
      await page.getByRole('alert').waitFor()
    },
    logs: /401/,
  },
  { name: 'signup', route: 'signup' },
  {
    name: 'outbox',
    route: 'outbox',
    path: '/advertisedProducts',
    // There is no mail before somebody has done something.
    reach: async (page) => {
      await page.evaluate(async () => {
        const [{ _id }] = await (await fetch('/api/adsproduct?limit=1')).json()
        const guest = { buyerName: 'Grace Hopper', buyerEmail: 'grace@example.com' }
        const meeting = { phone: '01700000008', location: 'IDB Bhaban, Agargaon' }
        await fetch('/api/booking', {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ productId: _id, ...guest, ...meeting }),
        })
      })
      await page.goto('/outbox')
      // Mail is sent by a job: it arrives a moment later.
      await expect(async () => {
        await page.reload()
        await expect(page.getByRole('article').first()).toBeVisible({ timeout: 500 })
      }).toPass({ timeout: 30_000 })
    },
  },
  { name: 'api-docs', route: 'api/docs' },
  { name: 'privacy', route: 'privacy' },
  { name: 'terms', route: 'terms' },
  { name: 'not-found', route: '*', path: '/nowhere', logs: /404/ },
  {
    name: 'menu-visitor',
    route: '/',
    widths: [360, 768],
    reach: (page) => page.getByRole('button', { name: 'Menu', exact: true }).click(),
    over: true,
  },
]
