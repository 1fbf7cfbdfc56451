import type { Locator } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { sellByCalls } from '#tests/support/calls.ts'
import { cardOf, resize, signIn } from '#tests/support/steps.ts'

/* Elements side by side are aligned; small elements, or ones short of room, can still be read and pressed. */

const middleOf = async (part: Locator) => {
  const box = await part.boundingBox()
  if (!box) throw new Error('It is not seen.')
  return box.y + box.height / 2
}

async function expectAsLargeAsThumb(button: Locator): Promise<void> {
  await expect(button).toBeVisible()
  const box = await button.boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
}

test('a photo is vertically centred in its row, which is as high as a row without one', async ({ page }) => {
  await signIn(page, 'admin@clamshell.test')
  await page.goto('/dashboard/buyers')
  const rows = page.getByRole('row').filter({ has: page.getByRole('button', { name: /^Delete/ }) })
  await expect(rows.first()).toBeVisible()
  const photos = rows.filter({ has: page.locator('img') })
  const none = rows.filter({ hasNot: page.locator('img') })
  const heights = await Promise.all(
    [photos.first(), none.first()].map(async (row) => (await row.boundingBox())?.height),
  )
  expect(heights[0]).toBe(heights[1])
  const row = photos.first()
  const [photo, action] = await Promise.all([row.locator('img'), row.getByRole('button')].map(middleOf))
  expect(Math.abs((photo ?? Number.NaN) - (action ?? Number.NaN))).toBeLessThan(1)
})

for (const { email, path, summary } of [
  { email: 'seller@clamshell.test', path: '/dashboard/myproducts', summary: 'Description' },
  { email: 'admin@clamshell.test', path: '/dashboard/reporteditems', summary: 'What is offered' },
])
  test(`opening “${summary}” moves neither a column nor a control of its row`, async ({ page }) => {
    await signIn(page, email)
    await page.goto(path)
    const table = page.getByRole('table').first()
    const row = table.getByRole('row').nth(1)
    const opener = row.locator('summary', { hasText: summary })
    await expect(opener).toBeVisible()
    const places = () =>
      table.evaluate((all) =>
        [...all.querySelectorAll('th, tbody tr:first-child :is(button, img, summary)')].map((part) => {
          const { x, y } = part.getBoundingClientRect()
          return [x, y + scrollY]
        }),
      )
    for (const width of [768, 1280]) {
      await resize(page, { width, height: 800 })
      await opener.click()
      const [open, height] = [await places(), (await row.boundingBox())?.height ?? Number.NaN]
      await opener.click()
      expect((await row.boundingBox())?.height, 'it was open').toBeLessThan(height)
      expect(await places(), `at ${width}`).toEqual(open)
    }
  })

test('the Booking Form shows all of a long name, and whole lines of a long description', async ({
  page,
  browser,
  shop,
}) => {
  const name = 'Walton Passion with the second battery, the docking station and its leather bag'
  const laptop = await sellByCalls(browser, shop.url, { name, description: 'Light wear. '.repeat(150) })
  await page.goto('/advertisedProducts')
  await cardOf(page, laptop).getByRole('button', { name: 'Place Order' }).click()
  const form = page.getByRole('dialog', { name: 'Booking Form' })
  const field = form.getByLabel('Product Name')
  const description = form.getByRole('region', { name: 'Description' })
  await expect(form.getByLabel('Your Name')).toBeFocused()
  for (const width of [360, 768, 1280]) {
    await resize(page, { width, height: 800 })
    const hidden = await field.evaluate((box) => [
      box.scrollWidth - box.clientWidth,
      box.scrollHeight - box.clientHeight,
    ])
    expect(Math.max(...hidden), `of the name at ${width}`).toBeLessThanOrEqual(0)
    const cut = await description.evaluate(
      (box) => box.clientHeight % Number.parseFloat(getComputedStyle(box).lineHeight),
    )
    expect(cut, `of a line at ${width}`).toBe(0)
  }
})

test('the clear button of a search field has a hit area larger than its icon', async ({ page }) => {
  await signIn(page, 'seller@clamshell.test')
  await page.goto('/dashboard/mybuyers')
  const search = page.getByRole('searchbox')
  await search.fill('nobody has this name')
  const box = await search.boundingBox()
  if (!box) throw new Error('It is not seen.')
  const [right, middle] = [box.x + box.width, box.y + box.height / 2]
  await page.mouse.click(right - 28, middle + 9)
  await expect(search).toHaveValue('')
})

test('the deletion of a row is reached by Tab where it is shown, as a card and in a table', async ({
  page,
}) => {
  await signIn(page, 'seller@clamshell.test')
  await page.goto('/dashboard/myproducts')
  const [row, next] = [page.locator('tbody tr').first(), page.locator('tbody tr').nth(1)]
  for (const { width, follows } of [
    { width: 360, follows: row.getByRole('button', { name: /^Change price/ }) },
    { width: 1280, follows: next.locator('summary') },
  ]) {
    await resize(page, { width, height: 800 })
    await row.getByRole('button', { name: /^Delete / }).focus()
    await page.keyboard.press('Tab')
    await expect(follows).toBeFocused()
  }
})

test('the two decisions on a report are side by side where there is room', async ({ page }) => {
  await signIn(page, 'admin@clamshell.test')
  await page.goto('/dashboard/reporteditems')
  const [takeDown, dismiss] = ['Take down', 'Dismiss'].map((name) =>
    page.getByRole('button', { name: new RegExp(`^${name} `) }).first(),
  ) as [Locator, Locator]
  await expect(dismiss).toBeVisible()
  for (const width of [360, 1280]) {
    await resize(page, { width, height: 800 })
    expect(await middleOf(takeDown), `at ${width}`).toBe(await middleOf(dismiss))
  }
})

test('what is selected is told beside the search box, which it neither moves nor covers', async ({
  page,
}) => {
  await signIn(page, 'admin@clamshell.test')
  await page.goto('/dashboard/sellers')
  const search = page.getByRole('searchbox')
  const table = page.getByRole('table', { name: 'Sellers' })
  const all = table.getByRole('checkbox', { name: 'Select all Sellers' })
  for (const width of [640, 768, 1280]) {
    await resize(page, { width, height: 800 })
    await all.check()
    const [box, told, button, head] = await Promise.all(
      [
        search,
        page.getByText(/^(\d+) of \1 selected$/),
        page.getByRole('button', { name: /^Delete \d+ selected$/ }),
        table,
      ].map((part) => part.boundingBox()),
    )
    if (!box || !told || !button || !head) throw new Error('One of them is not seen.')
    expect(button.y, `at ${width}`).toBe(box.y)
    expect(told.x, `at ${width}`).toBeGreaterThan(box.x + box.width)
    expect(head.y - (box.y + box.height), `at ${width}`).toBeLessThan(24)
    await search.click()
    await expect(search).toBeFocused()
    await all.uncheck()
    expect(await table.boundingBox(), `at ${width}`).toEqual(head)
  }
})

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('the report button of a card and the dismiss button of a toast are at least 44 px', async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/ERR_FAILED/)
    await signIn(page, 'buyer@clamshell.test')
    await page.goto('/advertisedProducts')
    const flag = page.getByRole('button', { name: 'Report this laptop' }).first()
    await flag.tap()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap()
    await page.route('**/api/wishlist', (route) => route.abort())
    await page
      .getByRole('button', { name: /^Add to Wishlist/ })
      .first()
      .tap()
    const dismiss = page.getByRole('button', { name: 'Dismiss' })
    await expect(dismiss).toBeVisible()
    for (const button of [flag, dismiss]) await expectAsLargeAsThumb(button)
  })

  test('what is offered of a reported laptop begins at the left edge of its card', async ({ page }) => {
    await signIn(page, 'admin@clamshell.test')
    await page.goto('/dashboard/reporteditems')
    const row = page.getByRole('row').nth(1)
    await expectAsLargeAsThumb(row.locator('summary'))
    await row.getByText('What is offered').tap()
    const [picture, text] = await Promise.all(
      [row.locator('img'), row.locator('details > p')].map((part) => part.boundingBox()),
    )
    expect(text?.x).toBe(picture?.x)
  })

  test('selecting a person does not move the list', async ({ page }) => {
    await signIn(page, 'admin@clamshell.test')
    await page.goto('/dashboard/sellers')
    const box = page
      .getByRole('row')
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .first()
    const begin = page.getByRole('button', { name: 'Delete 1 selected' })
    for (const width of [360, 412, 768]) {
      await resize(page, { width, height: 740 })
      const before = await box.boundingBox()
      await box.check()
      await expect(begin).toBeVisible()
      expect(await box.boundingBox(), `at ${width}`).toEqual(before)
      await box.uncheck()
    }
  })

  test('a field, and a link that stands alone, are as high as a thumb', async ({ page }) => {
    await page.goto('/signup')
    for (const part of [
      page.getByLabel('Email'),
      page.getByLabel('Photo'),
      page.getByRole('button', { name: 'Show what I type' }),
      page.getByRole('main').getByRole('link', { name: 'Terms' }),
      page.getByRole('contentinfo').getByRole('link', { name: 'Terms' }),
    ])
      await expectAsLargeAsThumb(part)
    await signIn(page, 'seller@clamshell.test')
    await page.goto('/dashboard/mybuyers')
    for (const width of [360, 768]) {
      await resize(page, { width, height: 740 })
      await expectAsLargeAsThumb(page.getByRole('searchbox'))
      for (const scheme of ['tel', 'mailto'])
        await expectAsLargeAsThumb(page.locator(`td a[href^="${scheme}:"]`).first())
    }
  })

  test('a button is as high as a thumb, also in a table', async ({ page }) => {
    await signIn(page, 'admin@clamshell.test')
    await page.goto('/dashboard/reporteditems')
    for (const name of ['Take down', 'Dismiss'])
      await expectAsLargeAsThumb(page.getByRole('button', { name: new RegExp(`^${name}`) }).first())
    await page.goto('/')
    await expectAsLargeAsThumb(page.getByRole('button', { name: 'Send' }))
  })
})
