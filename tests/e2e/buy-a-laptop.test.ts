import type { Page } from '@playwright/test'
import { formatDollars } from '#contract/money.ts'
import type { Product } from '#contract/products.ts'
import { expect, expectNoAxeViolations, test } from '#tests/support/browser.ts'
import {
  cardOf,
  expectTold,
  newEmail,
  openPayment,
  orderByForm,
  signUpByForm,
  takeLaptop,
  typeCard,
} from '#tests/support/steps.ts'

/** The meeting place and the seller's description are on the payment page and the receipt, and on paper. */
async function expectDescribed(page: Page, laptop: Product): Promise<void> {
  const facts = {
    'Meeting place': 'Multiplan Center, Elephant Road',
    Condition: laptop.condition,
    'Years used': laptop.purchaseYear,
    'Original price': formatDollars(laptop.originalPrice),
    Description: laptop.description,
  }
  for (const media of ['print', 'screen'] as const) {
    await page.emulateMedia({ media })
    for (const [name, value] of Object.entries(facts)) {
      const term = page.getByRole('term').filter({ hasText: name })
      await expect(term.locator('+ dd')).toHaveText(value)
      await expect(term).toBeVisible()
    }
  }
}

test('a visitor browses, signs up, wishlists, orders and pays; the laptop is sold and gone from every list', async ({
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/reselling laptop collection/i)
  await page.getByRole('link', { name: 'Get Started' }).click()
  const advertised = (await page.request.get('/api/adsproduct')).headers()['x-total-count']
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Advertised Products: ${advertised}`)
  const laptop = await takeLaptop(page)
  await expect(cardOf(page, laptop).getByRole('button', { name: 'Add to Wishlist' })).toBeDisabled()

  await signUpByForm(page, { email: newEmail() })

  await page.goto('/advertisedProducts')
  await expectTold(page, 'Successfully added to Wishlist. Please complete the order.', () =>
    cardOf(page, laptop).getByRole('button', { name: 'Add to Wishlist' }).click(),
  )
  await page.goto('/dashboard/mywishlist')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Wishlist: 1')
  const wish = page.getByRole('row', { name: laptop.name })
  await expectNoAxeViolations(page)
  await wish.getByRole('link', { name: 'Please Pay' }).click()
  const form = page.getByRole('dialog', { name: 'Booking Form' })
  await expect(form.getByLabel('Product Name')).toHaveValue(laptop.name)
  await form.getByRole('button', { name: 'Close' }).click()

  await orderByForm(page, laptop)
  await page.goto('/dashboard/mywishlist')
  await wish.getByRole('link', { name: 'Please Pay' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Please complete the payment for ${laptop.name}`,
  )
  await page.goto('/dashboard/myorders')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('My Orders: 1')
  await expectNoAxeViolations(page)

  await openPayment(page, laptop)
  await expectDescribed(page, laptop)
  await expect(page.getByText('Test mode')).toBeVisible()
  await expect(page.getByText('4242 4242 4242 4242')).toBeVisible()
  await expectNoAxeViolations(page)
  await typeCard(page, '4242424242424242')
  await expect(page.getByRole('heading', { name: 'Your Payment Successfully Received' })).toBeVisible()
  await expect(page.getByText(/^Transaction id: pi_/)).toBeVisible()
  await expectNoAxeViolations(page)

  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Receipt for ${laptop.name}`)
  await expectDescribed(page, laptop)
  const amount = page.getByRole('term').filter({ hasText: 'Amount' }).locator('+ dd')
  await expect(amount).toHaveText(formatDollars(laptop.currentPrice))
  await expect(page.getByRole('term').filter({ hasText: 'Seller’s phone' })).toBeVisible()
  await expect(page.getByRole('definition').getByRole('link')).toHaveAttribute('href', /^tel:\+?\d{5,15}$/)
  await page.goto('/dashboard/mywishlist')
  await expect(wish).toContainText('Paid')
  await expect(wish).not.toContainText('Sold')
  await expectNoAxeViolations(page)
  await wish.getByRole('link', { name: `Receipt for ${laptop.name}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Receipt for ${laptop.name}`)
  await page.goto('/dashboard/myorders')
  const row = page.getByRole('row', { name: laptop.name })
  await expect(row).toContainText('Paid')
  const bin = row.getByRole('button', { name: `Delete the order for ${laptop.name}` })
  await expect(bin).toBeDisabled()
  await expect(bin).toHaveAccessibleDescription('A paid order is kept: it is your receipt.')
  for (const path of ['/api/products?limit=100', '/api/adsproduct?limit=100'])
    expect(await (await page.request.get(path)).text()).not.toContain(laptop._id)
  await expect(async () => {
    await page.goto('/advertisedProducts')
    await expect(cardOf(page, laptop)).toHaveCount(0, { timeout: 500 })
  }).toPass()
})
