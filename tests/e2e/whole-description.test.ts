import type { Locator, Page } from '@playwright/test'
import type { Product } from '#contract/products.ts'
import { expect, test } from '#tests/support/browser.ts'
import { cardOf, holdBack, openHome } from '#tests/support/steps.ts'

/** A laptop whose card shows only the beginning of its description, and that beginning. */
async function takeCut(page: Page): Promise<{ laptop: Product; beginning: string }> {
  const laptops: Product[] = await (await page.request.get('/api/adsproduct')).json()
  const laptop = laptops.find(({ description }) => /^[^\n]{130,}$/.test(description))
  if (!laptop) throw new Error('The demo data has laptops of which there is much to say.')
  return { laptop, beginning: `${[...laptop.description].slice(0, 120).join('')}…` }
}

async function expectOpen(card: Locator, { laptop, beginning }: Awaited<ReturnType<typeof takeCut>>) {
  await expect(card.getByText(laptop.description, { exact: true })).toBeVisible()
  await expect(card.getByText(beginning, { exact: true })).toBeHidden()
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('Read all expands and collapses the description of a card, by pointer or keyboard', async ({
    page,
  }) => {
    const cut = await takeCut(page)
    await page.goto('/advertisedProducts')
    const card = cardOf(page, cut.laptop)
    const toggle = card.locator('summary')
    await expect(card.getByText(cut.beginning, { exact: true })).toBeVisible()
    await expect(card.getByText(cut.laptop.description, { exact: true })).toBeHidden()
    // What is far from the window is not laid out, and has no inner text.
    await toggle.scrollIntoViewIfNeeded()
    await expect(toggle).toHaveText('Read all', { useInnerText: true })
    expect((await toggle.boundingBox())?.height).toBeGreaterThanOrEqual(44)
    await toggle.click()
    await expectOpen(card, cut)
    await expect(toggle).toHaveText('Read less', { useInnerText: true })
    // It stays below the text, where it was.
    const text = await card.getByText(cut.laptop.description, { exact: true }).boundingBox()
    expect((await toggle.boundingBox())?.y).toBeGreaterThanOrEqual((text?.y ?? 0) + (text?.height ?? 0))
    await toggle.press('Enter')
    await expect(toggle).toHaveText('Read all', { useInnerText: true })
    await expect(card.getByText(cut.beginning, { exact: true })).toBeVisible()
  })
})

test('a description expanded before hydration stays open, also when the list grows', async ({ page }) => {
  const cut = await takeCut(page)
  const card = cardOf(page, cut.laptop)
  const comeAlive = await holdBack(page, '**/*.js')
  await page.goto('/advertisedProducts', { waitUntil: 'commit' })
  await card.locator('summary').click()
  await expectOpen(card, cut)
  const alive = page.waitForResponse('**/auth/get-session')
  comeAlive()
  await (await alive).finished()
  await card.getByRole('button', { name: 'Place Order' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expectOpen(card, cut)

  const laptops: Product[] = await (await page.request.get('/api/adsproduct')).json()
  const [others, headers] = [laptops.filter(({ _id }) => _id !== cut.laptop._id), { 'X-Total-Count': '9' }]
  await page.route('**/api/adsproduct**', (route) =>
    route.request().url().includes('after=')
      ? route.fulfill({ json: others, headers })
      : route.fulfill({
          json: [cut.laptop],
          headers: { ...headers, Link: '</api/adsproduct?after=x>; rel="next"' },
        }),
  )
  await openHome(page)
  await page.getByRole('link', { name: 'Ads Products' }).first().click()
  await card.locator('summary').click()
  await page.getByRole('link', { name: 'Load more' }).click()
  await expect(page.getByRole('article')).toHaveCount(laptops.length)
  await expectOpen(card, cut)
})
