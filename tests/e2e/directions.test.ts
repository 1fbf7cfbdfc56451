import type { Locator } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { headersOf, insert, sellByCalls } from '#tests/support/calls.ts'
import { cardOf, message, newEmail, signUp } from '#tests/support/steps.ts'

const LAPTOP = {
  name: 'لابتوب HP 840 بحالة ممتازة',
  sellerName: 'متجر Nadia للحواسيب',
  purchaseYear: 'سنة 1 فقط',
  location: 'شارع Elephant قرب البريد',
  description: 'معالج Core i5 سريع.\nSold with its charger, شاحن أصلي.',
}

/** The left edges of parts of a text as rendered, in the order given. */
function leftsOf(text: Locator, parts: string[]): Promise<number[]> {
  return text.evaluate((element, wanted) => {
    const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
    const texts: Node[] = []
    while (nodes.nextNode()) texts.push(nodes.currentNode)
    return wanted.map((part) => {
      const node = texts.find(({ textContent }) => textContent?.includes(part))
      const start = node?.textContent?.indexOf(part) ?? -1
      const range = document.createRange()
      if (!node || start < 0) throw new Error(`“${part}” is not there.`)
      range.setStart(node, start)
      range.setEnd(node, start + part.length)
      return range.getBoundingClientRect().left
    })
  }, parts)
}

/** Parts of a text are rendered from left to right in this order. */
async function expectInOrder(text: Locator, ...parts: string[]): Promise<void> {
  const lefts = await leftsOf(text, parts)
  expect(lefts, parts.join(' · ')).toEqual(lefts.toSorted((a, b) => a - b))
  expect(new Set(lefts).size, parts.join(' · ')).toBe(parts.length)
}

test('right-to-left text keeps its order and is isolated from the text around it', async ({
  page,
  browser,
  shop,
}) => {
  const laptop = await sellByCalls(browser, shop.url, LAPTOP)
  const email = newEmail()
  await signUp(page, { email, name: 'أحمد Ahmed الكريم' })
  const data = { productId: laptop._id, phone: '01700000009', location: LAPTOP.location }
  await insert(page, '/api/booking', { headers: await headersOf(page, email), data })

  await test.step('on a card, aligned left', async () => {
    await page.goto('/advertisedProducts')
    const card = cardOf(page, laptop)
    const heading = card.getByRole('heading')
    await expectInOrder(heading, 'ممتازة', 'بحالة', 'HP 840', 'لابتوب')
    const [end = 0] = await leftsOf(heading, ['ممتازة'])
    expect(end).toBeCloseTo((await heading.boundingBox())?.x ?? 0, 0)
    await expectInOrder(card.getByText(LAPTOP.sellerName), 'للحواسيب', 'Nadia', 'متجر')
    await expectInOrder(card.getByText(LAPTOP.purchaseYear), 'فقط', '1', 'سنة')
    await expectInOrder(card.getByText(LAPTOP.location), 'البريد', 'Elephant', 'شارع')
  })

  await test.step('in the Booking Form, per paragraph', async () => {
    await page.getByRole('button', { name: /^Account of/ }).waitFor()
    const card = cardOf(page, laptop)
    await card.getByRole('button', { name: 'Place Order' }).click()
    const form = page.getByRole('dialog', { name: 'Booking Form' })
    const description = form.getByRole('region', { name: 'Description' })
    await expectInOrder(description, 'سريع', 'Core', 'معالج')
    await expectInOrder(description, 'Sold', 'أصلي', 'شاحن')
    for (const label of ['Product Name', 'Your Name', 'Location'])
      await expect(form.getByLabel(label)).toHaveCSS('unicode-bidi', 'plaintext')
  })

  await test.step('in a list, a dialog and a toast', async () => {
    await page.goto('/dashboard/myorders')
    const row = page.getByRole('row').nth(1)
    await expectInOrder(row.getByText(LAPTOP.name), 'ممتازة', 'HP 840', 'لابتوب')
    await row.getByRole('button', { name: /^Delete/ }).click()
    const question = page.getByRole('alertdialog')
    await expectInOrder(question.getByText('$450'), 'ممتازة', 'HP 840', 'لابتوب', 'of')
    await question.getByRole('button', { name: 'Delete' }).click()
    const said = message(page).getByText('was deleted')
    await expectInOrder(said, 'The order', 'ممتازة', 'HP 840', 'لابتوب', 'was deleted.')
  })
})
