import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { expectNotWider } from '#tests/support/screens.ts'
import { expectTold, message, resize, signIn } from '#tests/support/steps.ts'

/** Widths at which a table is shown as one, with and without the dashboard's links beside it. */
const WIDTHS = [640, 768, 1024, 1280]
/** Where each row is shown as a card. */
const NARROW = [360]
const LONG_WORD = 'W'.repeat(80)

/** At each width: no table on the page breaks one of these words, and nothing is wider than the screen. */
async function expectWhole(page: Page, words: string[], widths = WIDTHS): Promise<void> {
  for (const width of widths) {
    await resize(page, { width, height: 800 })
    expect(await page.evaluate(findBroken, words), `broken at ${width}`).toEqual([])
    await expectNotWider(page)
  }
}

/** Those of these words that are broken across lines somewhere in a table, and those that are in none. */
function findBroken(words: string[]): string[] {
  const missing = new Set(words)
  const broken = new Set<string>()
  for (const table of document.querySelectorAll('tbody')) {
    const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode
      for (const word of words) {
        const from = text.nodeValue?.replaceAll('\u00a0', ' ').indexOf(word) ?? -1
        if (from < 0) continue
        missing.delete(word)
        const range = document.createRange()
        range.setStart(text, from)
        range.setEnd(text, from + word.length)
        if (range.getClientRects().length > 1) broken.add(word)
      }
    }
  }
  return [...missing, ...broken]
}

/** Opens a list whose first rows have these values. */
async function openWith(page: Page, path: string, call: string, changes: object[]): Promise<void> {
  await page.route(call, async (route) => {
    const response = await route.fetch()
    const [first, ...others] = await response.json()
    const changed = changes.map((change, at) => ({
      ...(others[at] ?? first),
      _id: `changed ${at}`,
      ...change,
    }))
    await route.fulfill({ response, json: [...changed, first, ...others] })
  })
  await page.goto(path)
  await expect(page.getByRole('main').locator('.skeleton')).toHaveCount(0)
}

test('a long one-word name does not break the e-mail addresses in a table', async ({ page }) => {
  await signIn(page, 'admin@clamshell.test')
  await openWith(page, '/dashboard/sellers', '**/api/users?**', [
    { name: LONG_WORD },
    { name: 'Mahbub Khondker', email: 'mahbub.khondker@clamshell.test' },
  ])
  await expectWhole(page, ['Khondker', 'mahbub.khondker', '@clamshell.test'])
})

test('orders of the same model are distinguished by seller, laptop details and order date', async ({
  page,
}) => {
  await signIn(page, 'buyer@clamshell.test')
  const order = {
    productName: 'Walton Chromebook',
    ...{ price: 230, paid: false, available: true },
    ...{ condition: 'Good', purchaseYear: '3Y / 3M', publishedDate: '2026-10-02T12:00:00.000Z' },
  }
  const { productName } = order
  const said = 'Good, 3Y / 3M, added Oct 2, 2026'
  await openWith(page, '/dashboard/myorders', '**/api/bookings?**', [
    { ...order, sellerName: 'Nadia Islam', bookingDate: '2026-11-02T12:00:00.000Z' },
    { ...order, sellerName: 'Chandrasekhar Uddin', bookingDate: '2026-11-03T12:00:00.000Z' },
    { ...order, sellerName: null, bookingDate: '2026-11-04T12:00:00.000Z' },
    { ...order, productName: 'Another' },
  ])
  await expect(page.getByRole('row').filter({ hasText: productName }).locator('[data-top=title]')).toHaveText(
    [
      `${productName}Nadia Islam · ordered Nov 2, 2026${said}`,
      `${productName}Chandrasekhar Uddin · ordered Nov 3, 2026${said}`,
      `${productName}ordered Nov 4, 2026${said}`,
    ],
  )
  await expectWhole(page, ['Chromebook', 'Chandrasekhar', 'Nov 3, 2026'])
  // The dialog covers the list, and only its text says which of them is deleted.
  const bins = page.getByRole('button', { name: `Delete the order for ${productName}` })
  await page.route('**/api/myorders/*', (route) => route.fulfill({ json: { acknowledged: true } }))
  const pays = page.getByRole('link', { name: `Pay for ${productName}` })
  for (const [place, { whose, day }] of [
    { whose: ' of Nadia Islam', day: 'Nov 2, 2026' },
    { whose: ' of Chandrasekhar Uddin', day: 'Nov 3, 2026' },
    { whose: '', day: 'Nov 4, 2026' },
  ].entries()) {
    const which = `${productName}${whose}, ${said}`
    await expect(pays.nth(place)).toHaveAccessibleName(`Pay for ${which}`)
    await expect(bins.nth(place)).toHaveAccessibleName(`Delete the order for ${which}`)
    await bins.nth(place).press('Enter')
    const question = page.getByRole('alertdialog')
    await expect(question).toHaveAccessibleDescription(`${which}, ordered on ${day}, $230.`)
    await expectTold(page, `The order for ${which} was deleted.`, () =>
      question.getByRole('button', { name: 'Delete' }).click(),
    )
  }
  for (const name of ['Pay for Another', 'Delete the order for Another'])
    await expect(page.getByLabel(name, { exact: true })).toBeVisible()
})

test('wishlist laptops of the same name are distinguished by seller and condition', async ({
  page,
  expectConsole,
}) => {
  await signIn(page, 'buyer@clamshell.test')
  const wish = {
    ...{ name: 'Walton Chromebook', status: 'available', orderId: null, paid: false, withdrawn: false },
    ...{ condition: 'Good', purchaseYear: '3Y / 3M', publishedDate: '2026-10-02T12:00:00.000Z' },
  }
  const { name } = wish
  expectConsole(/status of 503/)
  await page.route('**/api/mywishlist/*', (route) => route.fulfill({ status: 503 }))
  await openWith(page, '/dashboard/mywishlist', '**/api/wishlist?**', [
    { ...wish, sellerName: 'Nadia Islam' },
    { ...wish, sellerName: 'Chandrasekhar Uddin', condition: 'Excellent' },
    { ...wish, sellerName: 'Nadia Islam', orderId: 'an order', paid: true, condition: 'Fair' },
    { ...wish, name: 'Another' },
  ])
  for (const [place, [seller, condition, action]] of [
    ['Nadia Islam', 'Good', 'Please Pay'],
    ['Chandrasekhar Uddin', 'Excellent', 'Please Pay'],
    ['Nadia Islam', 'Fair', 'Receipt'],
  ].entries()) {
    const row = page.getByRole('row').filter({ hasText: name }).nth(place)
    const said = `${condition}, 3Y / 3M, added Oct 2, 2026`
    await expect(row.locator('[data-top=title]')).toHaveText(`${name}${seller}${said}`)
    const which = `${name} of ${seller}, ${said}`
    await expect(row.getByRole('link')).toHaveAccessibleName(`${action} for ${which}`)
    await expect(row.getByRole('button')).toHaveAccessibleName(`Remove ${which}`)
    // Messages about two laptops of the same name do not replace each other.
    await row.getByRole('button').press('Enter')
    await expect(message(page)).toContainText(`${which} was not removed`)
    await expect(page.getByRole('alert')).toHaveCount(place + 1)
  }
  for (const label of ['Please Pay for Another', 'Remove Another'])
    await expect(page.getByLabel(label, { exact: true })).toBeVisible()
  await expectWhole(page, ['Chromebook', 'Chandrasekhar', 'Excellent'])
  await expectWhole(page, ['3Y / 3M', 'Oct 2, 2026'], NARROW)
})

test('laptops of the same name and price are distinguished by condition and date added', async ({ page }) => {
  await signIn(page, 'seller@clamshell.test')
  const laptop = {
    name: 'Walton Prelude',
    currentPrice: 230,
    status: 'available',
    adsUntil: null,
    locked: null,
  }
  const { name } = laptop
  await page.route('**/api/{myproduct,productprice}/*', (route) =>
    route.fulfill({ json: { acknowledged: true } }),
  )
  await openWith(page, '/dashboard/myproducts', '**/api/myproduct?**', [
    { ...laptop, condition: 'Good', purchaseYear: '3Y / 3M', publishedDate: '2026-11-02T12:00:00.000Z' },
    { ...laptop, condition: 'Good', purchaseYear: '3Y / 3M', publishedDate: '2026-11-03T12:00:00.000Z' },
    { ...laptop, name: 'Another', adsUntil: '2026-12-10T12:00:00.000Z' },
    // With text that takes all the room that the other columns leave.
    { ...laptop, name: 'A name of words '.repeat(7).trim() },
  ])
  for (const [place, day] of ['Nov 2, 2026', 'Nov 3, 2026'].entries()) {
    const which = `${name}, Good, 3Y / 3M, added ${day}`
    const row = page.getByRole('row').filter({ hasText: name }).nth(place)
    await expect(row.locator('[data-top=title]')).toContainText(`Good, 3Y / 3M, added ${day}`)
    await expect(row.getByText('Description')).toHaveText(`Description of ${which}`)
    for (const [label, heard] of [
      ['Change price of', `Change price of ${which}`],
      ['Available', `Available: ${which}. Mark as sold`],
      ['Boost', `Boost ${which}`],
      ['Delete', `Delete ${which}`],
    ] as const)
      await expect(row.getByRole('button', { name: label })).toHaveAccessibleName(heard)
    // The dialog covers the list, and only its text says which of them is deleted.
    await row.getByRole('button', { name: 'Delete' }).press('Enter')
    await expect(page.getByRole('alertdialog')).toHaveAccessibleDescription(
      new RegExp(`^${which}, \\$230\\.`),
    )
    const question = page.getByRole('alertdialog')
    await expectTold(page, `${which} was deleted.`, () =>
      question.getByRole('button', { name: 'Delete' }).click(),
    )
    await row.getByRole('button', { name: 'Change price' }).press('Enter')
    await expectTold(page, `${which} costs $230 now.`, () =>
      page.getByRole('button', { name: 'Save' }).click(),
    )
  }
  await expect(page.getByRole('button', { name: 'Delete Another', exact: true })).toBeVisible()
  await expectWhole(page, ['Dec 10, 2026'])
  await expectWhole(page, ['3Y / 3M', 'Nov 3, 2026'], NARROW)
})

test('reports on laptops of the same name are distinguished by seller and reporter', async ({ page }) => {
  await signIn(page, 'admin@clamshell.test')
  const productName = 'Walton Chromebook'
  await page.route('**/api/reports/*', (route) =>
    route.fulfill({ json: { acknowledged: true, modifiedCount: 1, reasonCounts: true } }),
  )
  await openWith(page, '/dashboard/reporteditems', '**/api/reports?state=open*', [
    { productName, sellerName: 'Nadia Islam', reporterName: 'Hasan Bepari' },
    { productName, sellerName: 'Nadia Islam', reporterName: null },
    { productName: 'Another' },
  ])
  for (const [place, who] of ['Hasan Bepari', 'a deleted account'].entries()) {
    const which = `${productName} of Nadia Islam, reported by ${who}`
    const row = page.getByRole('row').filter({ hasText: productName }).nth(place)
    await expect(row.getByRole('button', { name: 'Take down' })).toHaveAccessibleName(`Take down ${which}`)
    const dismiss = row.getByRole('button', { name: 'Dismiss' })
    await expect(dismiss).toHaveAccessibleName(`Dismiss the report on ${which}`)
    await dismiss.press('Enter')
    const question = page.getByRole('dialog')
    await expect(question).toContainText(`${which}. The laptop stays as it is.`)
    await question.getByLabel('Reason').fill('The seller has shown the bill.')
    await expectTold(page, `The report on ${which} was dismissed.`, () =>
      question.getByRole('button', { name: 'Dismiss' }).click(),
    )
  }
  await expect(page.getByRole('button', { name: 'Take down Another', exact: true })).toBeVisible()
})

test('My Buyers distinguishes laptops of the same name by condition and date added', async ({ page }) => {
  await signIn(page, 'seller@clamshell.test')
  const laptop = { productName: 'Walton Prelude', condition: 'Excellent', purchaseYear: '3Y / 3M' }
  await openWith(page, '/dashboard/mybuyers', '**/api/mybuyers/**', [
    { ...laptop, publishedDate: '2026-11-02T12:00:00.000Z' },
    { ...laptop, publishedDate: '2026-11-03T12:00:00.000Z' },
  ])
  for (const [place, day] of ['Nov 2, 2026', 'Nov 3, 2026'].entries())
    await expect(page.getByRole('row').filter({ hasText: laptop.productName }).nth(place)).toContainText(
      `Excellent, 3Y / 3M, added ${day}`,
    )
  await expectWhole(page, ['Excellent', 'added', 'Prelude'])
})

test('no table column breaks a word of a name or a meeting place', async ({ page }) => {
  await signIn(page, 'seller@clamshell.test')
  const place = 'In front of the Multiplan Center, beside the tea stall of Elephant Road, New Market, Dhaka'
  await openWith(page, '/dashboard/mybuyers', '**/api/mybuyers/**', [
    { buyerName: 'Hasan Bepari', location: place },
    { buyerName: 'Sultana Matubbar', location: 'Zindabazar, Sylhet', productName: 'Walton Chromebook' },
    { location: 'Bashundhara City, Mohammadpur' },
  ])
  const words = [
    'Hasan',
    'Bepari',
    'Sultana',
    'Matubbar',
    'Multiplan',
    'Elephant',
    'Zindabazar',
    'Bashundhara',
    'Mohammadpur',
    'Chromebook',
  ]
  await expectWhole(page, words)
  const longWords = { buyerName: LONG_WORD, location: 'W'.repeat(120), productName: LONG_WORD }
  await openWith(page, '/dashboard/mybuyers', '**/api/mybuyers/**', [
    longWords,
    { ...longWords, phone: '880170000000912', buyerEmail: `${'w'.repeat(60)}@${'w'.repeat(60)}.com` },
  ])
  await expectWhole(page, ['Matubbar', 'Hasan', 'Bepari'])
})

test('no table column breaks a word of a report or a decision', async ({ page }) => {
  await signIn(page, 'admin@clamshell.test')
  const reason = 'The description says nothing of its password, which was corrected.'
  await openWith(page, '/dashboard/reporteditems', '**/api/reports?**', [
    { reason, decisionReason: 'W'.repeat(500), decidedBy: LONG_WORD },
    { reason: 'W'.repeat(500), decisionReason: reason, reporterName: LONG_WORD },
  ])
  await expectWhole(page, ['description', 'password', 'corrected'])
  await resize(page, { width: 640, height: 800 })
  const takeDown = page.getByRole('button', { name: /^Take down/ }).first()
  const [button, cell] = await Promise.all(
    [takeDown, takeDown.locator('xpath=ancestor::td')].map((part) => part.boundingBox()),
  )
  expect(button?.x, 'the button is within its column').toBeGreaterThanOrEqual(cell?.x ?? Number.NaN)
})
