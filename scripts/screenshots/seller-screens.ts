import type { Page } from '@playwright/test'
import { empty, type Screen } from './screen.ts'

const loaded = { name: /: \d+$/, level: 1 }
const changePrice = (page: Page) =>
  page.locator('button[aria-label^="Change price"]:not([aria-disabled=true])')

/** What a seller sees. */
export const sellerScreens: readonly Screen[] = (
  [
    {
      name: 'my-products',
      route: 'dashboard/myproducts',
      path: '/dashboard/myproducts',
      reach: (page) => page.getByRole('heading', loaded).waitFor(),
    },
    {
      name: 'my-products-boost',
      route: 'dashboard/myproducts',
      path: '/dashboard/myproducts',
      reach: async (page) => {
        await page
          .locator('button:not([aria-disabled=true])', { hasText: /^Boost$/ })
          .first()
          .click()
        await page.getByRole('alertdialog').waitFor()
      },
      over: true,
    },
    {
      name: 'my-products-delete',
      route: 'dashboard/myproducts',
      path: '/dashboard/myproducts',
      reach: async (page) => {
        await page.locator('button[aria-label^=Delete]:not([aria-disabled=true])').first().click()
        await page.getByRole('alertdialog').waitFor()
      },
      over: true,
    },
    {
      name: 'my-products-price',
      route: 'dashboard/myproducts',
      path: '/dashboard/myproducts',
      reach: async (page) => {
        await changePrice(page).first().click()
        await page.getByRole('dialog').waitFor()
      },
      over: true,
    },
    {
      name: 'my-products-price-refused',
      route: 'dashboard/myproducts',
      path: '/dashboard/myproducts',
      reach: async (page) => {
        await changePrice(page).first().click()
        await page.getByLabel('Current Price').fill('999999')
        await page.keyboard.press('Enter')
        await page.locator('[aria-invalid=true]').waitFor()
      },
      logs: /400/,
      over: true,
    },
    {
      name: 'my-products-empty',
      route: 'dashboard/myproducts',
      path: '/dashboard/myproducts',
      before: empty('**/api/myproduct?**'),
      reach: (page) => page.getByRole('heading', loaded).waitFor(),
    },
    {
      name: 'my-buyers',
      route: 'dashboard/mybuyers',
      path: '/dashboard/mybuyers',
      reach: (page) => page.getByRole('heading', loaded).waitFor(),
    },
    {
      name: 'my-buyers-not-found',
      route: 'dashboard/mybuyers',
      path: '/dashboard/mybuyers',
      reach: async (page) => {
        await page.getByRole('searchbox').fill('nobody has this name')
        await page.getByRole('heading', { name: /: 0$/ }).waitFor()
      },
    },
    {
      name: 'add-products',
      route: 'dashboard/addproducts',
      path: '/dashboard/addproducts',
      reach: (page) => page.getByLabel('Purchase Year').waitFor(),
    },
  ] satisfies Screen[]
).map((screen: Screen) => ({ ...screen, as: 'seller' }))
