import type { Locator } from '@playwright/test'
import { holdBack, openHome } from '#tests/support/steps.ts'
import { expect, test } from './walk.ts'

type Product = {
  _id: string
  name: string
  brand: string
  image: string
  sellerName: string
  sellerVerified: boolean
  publishedDate: string
  condition: string
  location: string
  purchaseYear: string
  description: string
  originalPrice: number
  currentPrice: number
  status: string
  ads: boolean
}

const medium = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const dollars = (price: number) =>
  `$${price.toLocaleString('en-US', { minimumFractionDigits: Number.isInteger(price) ? 0 : 2 })}`

/** All buttons of a card but the badge, which not every seller has. */
const buttonsOf = (card: Locator) => card.getByRole('button', { name: /^(?!Verified Seller)/ })

test('the pages that list laptops, and the Booking Form, are as specified', async ({ page, holds }) => {
  const listed = await page.request.get('/api/adsproduct')
  const products: Product[] = await listed.json()
  const main = page.getByRole('main')
  const site = page.getByRole('navigation', { name: 'Site', exact: true })
  const cardOf = ({ _id, name }: Product) =>
    main.getByRole('article').filter({ has: page.locator(`[src*="${imageOf(_id)}"]`), hasText: name })
  const imageOf = (id: string) => products.find(({ _id }) => _id === id)?.image ?? 'none'

  let buttons = 0
  await test.step('from loading to loaded', async () => {
    await openHome(page)
    const [first, second, ...others] = products
    const answer = [{ ...first, status: 'sold' }, { ...second, ads: false }, ...others]
    const letGo = await holdBack(page, '**/api/adsproduct**', (route) => route.fulfill({ json: answer }))
    await site.getByRole('link', { name: 'Ads Products' }).click()
    const waiting = main.getByRole('status')
    await holds('2.44', () => expect(waiting.locator('.lid')).toHaveCount(3))
    letGo()
    await holds('4.29', async () => {
      await expect(main.getByRole('article').first()).toBeVisible()
      await expect(waiting.locator('.lid')).toHaveCount(0)
    })
    await holds('2.60', async () => {
      await expect(main.getByRole('article')).toHaveCount(products.length - 2)
      for (const hidden of products.slice(0, 2)) await expect(cardOf(hidden)).toHaveCount(0)
    })
    await page.unrouteAll()
  })

  await test.step('advertised products', async () => {
    await page.goto('/advertisedProducts')
    await holds('1.2 2.2 2.42', () =>
      expect(main.getByRole('heading', { level: 1 })).toHaveText(
        `Advertised Products: ${listed.headers()['x-total-count']}`,
      ),
    )
    // A laptop that another test advertises may be named like its seller, so that the name is on its card twice, or
    // have a description short enough to be shown in full.
    const own = products.filter((each) => each.name !== each.sellerName && [...each.description].length > 120)
    const laptop = own.find(({ sellerVerified }) => sellerVerified)
    const unverified = own.find(({ sellerVerified }) => !sellerVerified)
    if (!laptop || !unverified) throw new Error('The demo data has laptops of both kinds of seller.')
    const card = cardOf(laptop)
    await holds('2.45', async () => {
      await card.scrollIntoViewIfNeeded()
      await expect(card.locator('img')).toHaveJSProperty('complete', true)
      expect(
        await card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth),
      ).toBeGreaterThan(0)
    })
    await holds('2.46', () => expect(card.getByRole('heading')).toHaveText(laptop.name))
    await holds('2.47', () => expect(card.getByText(laptop.sellerName, { exact: true })).toBeVisible())
    await holds('2.48', async () => {
      await expect(card.getByText('Verified Seller', { exact: true })).toBeVisible()
      await expect(cardOf(unverified).getByText(unverified.sellerName, { exact: true })).toBeVisible()
      await expect(cardOf(unverified).getByText('Verified Seller')).toHaveCount(0)
    })
    await holds('2.49 9.11', () =>
      expect(card.getByText(medium.format(new Date(laptop.publishedDate)), { exact: true })).toBeVisible(),
    )
    await holds('2.50', () =>
      expect(card.getByText(laptop.brand.toUpperCase(), { exact: true })).toBeVisible(),
    )
    await holds('2.51', () =>
      expect(card.getByRole('button', { name: `Condition: ${laptop.condition}` })).toBeVisible(),
    )
    await holds('2.52', () => expect(card.getByText(laptop.location, { exact: true })).toBeVisible())
    await holds('2.53', () => expect(card.getByText(laptop.purchaseYear, { exact: true })).toBeVisible())
    await holds('2.54 9.2', () =>
      expect(
        card.getByText(`${[...laptop.description].slice(0, 120).join('')}…`, { exact: true }),
      ).toBeVisible(),
    )
    const [original, current] = [laptop.originalPrice, laptop.currentPrice].map(dollars)
    await holds('2.55', () => expect(card.locator('s')).toHaveText(`${original}`))
    await holds('1.22 2.56 9.10', () =>
      expect(card.getByText(`${current}`, { exact: true }).first()).toBeVisible(),
    )
    await holds('2.55 2.56', () =>
      expect(card.locator('.price')).toHaveText(`Price now ${current} Original price ${original}`),
    )
    const wish = card.getByRole('button', { name: 'Add to Wishlist' })
    await holds('2.57', () => expect(wish.locator('svg')).toBeVisible())
    await holds('2.58 5.14', () => expect(wish).toBeDisabled())
    buttons = await buttonsOf(card).count()
    await card.getByRole('button', { name: 'Place Order' }).click()
    const form = page.getByRole('dialog', { name: 'Booking Form' })
    await holds('2.59 2.65', () => expect(form.getByRole('heading')).toHaveText('Booking Form'))

    const field = (label: string) => form.getByLabel(label, { exact: true })
    await holds('2.66 2.67 5.10', async () => {
      await expect(field('Product Name')).toHaveValue(laptop.name)
      await expect(field('Product Price')).toHaveValue(dollars(laptop.currentPrice))
      for (const label of ['Product Name', 'Product Price']) await expect(field(label)).not.toBeEditable()
    })
    await holds('2.70 5.9', async () => {
      await expect(field('Phone')).toHaveAttribute('type', 'number')
      await expect(field('Phone')).toHaveAttribute('placeholder', 'Your Phone Number')
    })
    await holds('2.71', () => expect(field('Location')).toHaveAttribute('placeholder', 'Meeting Location'))
    await holds('2.72', () => expect(form.getByRole('button', { name: 'Submit' })).toBeEnabled())
    await holds('5.8', async () => {
      for (const label of ['Your Name', 'Email', 'Phone', 'Location'])
        await expect(field(label)).toHaveAttribute('required')
    })
    await holds('2.73', async () => {
      await form.getByRole('button', { name: 'Close' }).click()
      await expect(form).toHaveCount(0)
    })
  })

  await test.step('brand', async () => {
    const answer = await (await page.request.get('/api/product?brand=dell')).json()
    const ofBrand: Product[] = answer
    await page.route('**/api/brand/dell**', async (route) => {
      const body = await (await route.fetch()).json()
      body.products[0].status = 'sold'
      await route.fulfill({ headers: { 'X-Total-Count': '20' }, json: body })
    })
    await site.getByRole('link', { name: 'DELL' }).click()
    await holds('1.3 2.3 2.61', async () => {
      await expect(page).toHaveURL('/brand/dell')
      await expect(main.getByRole('heading', { level: 1 })).toHaveText('DELL')
    })
    await holds('2.63', async () => {
      await expect(main.getByRole('article').first()).toBeVisible()
      await expect(main.getByRole('article')).toHaveCount(ofBrand.length - 1)
    })
    const card = main.getByRole('article').first()
    await holds('2.62', async () => {
      await expect(card.getByText('DELL', { exact: true })).toBeVisible()
      await expect(buttonsOf(card)).toHaveCount(buttons)
      await expect(card.locator('s')).toContainText('$')
    })
    await holds('2.64', async () => {
      await card.getByRole('button', { name: 'Place Order' }).click()
      const name = (await card.getByRole('heading').textContent()) ?? ''
      await expect(page.getByRole('dialog').getByLabel('Product Name')).toHaveValue(name)
    })
  })
})
