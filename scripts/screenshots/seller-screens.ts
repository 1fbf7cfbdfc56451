import type { Page } from '@playwright/test'
import { empty, listed, type Screen } from './screen.ts'

const changePrice = (page: Page) =>
  page.locator('button[aria-label^="Change price"]:not([aria-disabled=true])')

/** What a seller sees. */
export const sellerScreens: readonly Screen[] = (
  [
    { name: 'my-products', route: 'dashboard/myproducts', reach: listed },
    {
      name: 'my-products-boost',
      route: 'dashboard/myproducts',
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
      reach: async (page) => {
        await page.locator('button[aria-label^=Delete]:not([aria-disabled=true])').first().click()
        await page.getByRole('alertdialog').waitFor()
      },
      over: true,
    },
    {
      name: 'my-products-price',
      route: 'dashboard/myproducts',
      reach: async (page) => {
        await changePrice(page).first().click()
        await page.getByRole('dialog').waitFor()
      },
      over: true,
    },
    {
      name: 'my-products-price-refused',
      route: 'dashboard/myproducts',
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
      before: empty('**/api/myproduct?**'),
      reach: listed,
    },
    { name: 'my-buyers', route: 'dashboard/mybuyers', reach: listed },
    {
      name: 'my-buyers-not-found',
      route: 'dashboard/mybuyers',
      reach: async (page) => {
        await page.getByRole('searchbox').fill('nobody has this name')
        await page.getByRole('heading', { name: /: 0$/ }).waitFor()
      },
    },
    {
      name: 'add-products',
      route: 'dashboard/addproducts',
      reach: (page) => page.getByLabel('Purchase Year').waitFor(),
    },
  ] satisfies Screen[]
).map((screen: Screen) => ({ ...screen, as: 'seller' }))
