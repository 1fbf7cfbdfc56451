import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { failures, hearts, openWithoutWishes } from '#tests/support/messages.ts'
import { coveredOf } from '#tests/support/screens.ts'
import {
  cardOf,
  expectTold,
  fakeOrder,
  holdBack,
  message,
  newEmail,
  openAlive,
  openHome,
  openUnknown,
  signIn,
  signUp,
  takeLaptop,
} from '#tests/support/steps.ts'

/* The toasts in the corner, for people who read slowly, use a screen reader, or have no pointer. */

test('a retry dismisses the failure toast of the same action only', async ({ page, expectConsole }) => {
  expectConsole(/ERR_FAILED/)
  await openWithoutWishes(page)
  for (const n of [0, 1]) await hearts(page).nth(n).press('Enter')
  await expect(failures(page)).toHaveCount(2)
  const other = await failures(page).last().innerText()
  await page.unroute('**/api/wishlist')
  const answer = await holdBack(page, '**/api/wishlist')
  await hearts(page).nth(0).press('Enter')
  await expect(failures(page)).toHaveText([other])
  await expectTold(page, 'Successfully added to Wishlist.', answer)
  await expect(failures(page)).toHaveText([other])
})

test('a retry also dismisses the failure toast of a form or dialog that was left', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  const tryTwice = async (call: string, send: () => Promise<void>, leave: () => Promise<void>) => {
    const fails = Promise.withResolvers<void>()
    await page.route(call, (route) => fails.promise.then(() => route.abort()), { times: 1 })
    await Promise.all([page.waitForRequest(call), send()])
    await leave()
    fails.resolve()
    await expect(failures(page)).toHaveCount(1)
    await page.route(call, () => {})
    await Promise.all([page.waitForRequest(call), send()])
    await expect(failures(page)).toHaveCount(0)
  }
  const link = (name: string) => page.getByRole('banner').getByRole('link', { name }).first()
  await openHome(page)
  const write = async () => {
    await link('Home').click()
    for (const [label, typed] of Object.entries({
      Name: 'Ada',
      Email: newEmail(),
      Subject: 'A',
      Message: 'B',
    }))
      await page.getByLabel(label, { exact: true }).fill(typed)
    await page.getByRole('main').getByRole('button', { name: 'Send' }).click()
  }
  await tryTwice('**/api/contact', write, async () => {
    await link('Blogs').click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blogs')
  })

  await signIn(page, 'buyer@clamshell.test')
  await page.goto('/dashboard/myorders')
  const question = page.getByRole('alertdialog')
  const remove = async () => {
    await page
      .getByRole('button', { name: /^Delete the order/, disabled: false })
      .first()
      .click()
    await question.getByRole('button', { name: 'Delete' }).click()
  }
  await tryTwice('**/api/myorders/*', remove, async () => {
    await question.getByRole('button', { name: 'Close' }).first().click()
    await expect(question).toBeHidden()
  })
})

/** Moves the focus from control to control and back. */
async function expectAllSeen(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Place Order' }).first().focus()
  for (const key of ['Tab', 'Shift+Tab']) {
    for (let presses = 0; presses < 20; presses++) {
      await page.keyboard.press(key)
      const focused = page.locator(':focus')
      expect(await coveredOf(focused), `after ${presses + 1} times ${key}`).toBe(0)
    }
  }
}

for (const [width, height] of [
  [320, 256],
  [360, 640],
  [1280, 720],
] as const) {
  test(`on ${width} by ${height} neither toasts nor the offline note cover the focused control`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(/ERR_FAILED/)
    await page.setViewportSize({ width, height })
    await openWithoutWishes(page)
    for (const n of [0, 1, 2]) {
      await hearts(page).nth(n).dispatchEvent('click')
      await expect(failures(page)).toHaveCount(n + 1)
    }
    await expectAllSeen(page)
    for (const left of [2, 1, 0]) {
      await page.keyboard.press('Escape')
      await expect(failures(page)).toHaveCount(left)
    }
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'onLine', { value: false })
      dispatchEvent(new Event('offline'))
    })
    await expect(page.getByText('You are offline.')).toBeVisible()
    await expectAllSeen(page)
  })
}

test('a success toast stays while the tab is hidden, or it is hovered or focused', async ({ page }) => {
  await signUp(page, { email: newEmail() })
  const laptop = await takeLaptop(page)
  await page.clock.install()
  await page.goto('/advertisedProducts')
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
  await page.clock.pauseAt(Date.now() + 60_000)
  const turn = (hidden: boolean) =>
    page.evaluate(
      (value) => void Object.defineProperty(document, 'hidden', { value, configurable: true }),
      hidden,
    )
  await cardOf(page, laptop).getByRole('button', { name: 'Add to Wishlist' }).press('Enter')
  await expect(message(page)).toContainText('Wishlist')
  await page.clock.runFor('00:05')
  const expectStays = async () => {
    await page.clock.runFor('01:00')
    await expect(message(page)).toContainText('Wishlist')
  }
  await turn(true)
  await expectStays()
  await turn(false)
  // Somebody who has the pointer or the focus on it may still be reading.
  const dismiss = message(page).getByRole('button', { name: 'Dismiss' })
  const movePointerAway = () => page.mouse.move(4, 4)
  await dismiss.hover()
  await expectStays()
  await dismiss.focus()
  await expectStays()
  await movePointerAway()
  await expectStays()
  await dismiss.hover()
  await dismiss.blur()
  await expectStays()
  await movePointerAway()
  // It goes on counting where it was.
  await page.clock.runFor('00:03')
  await expect(message(page)).toBeEmpty()
})

test('a new toast is announced without the earlier ones', async ({ page }) => {
  await page.goto('/')
  await expect(message(page).locator('[role=status]')).toHaveAttribute('aria-atomic', 'false')
})

test('a screen reader announces Sending once a form is submitted, and not before', async ({ page }) => {
  const know = await openUnknown(page, '/advertisedProducts')
  await page.getByRole('button', { name: 'Place Order' }).last().click()
  const form = page.getByRole('dialog', { name: 'Booking Form' })
  const submit = form.getByRole('button', { name: 'Submit' })
  await expect(submit).toBeDisabled()
  const sending = form.getByRole('status').last()
  await expect(sending).toHaveText('')
  know()
  await form.getByLabel('Your Name').fill('Ada Lovelace')
  await form.getByLabel('Email').fill(newEmail())
  await form.getByLabel('Phone').fill('01700000009')
  await form.getByLabel('Location').fill('Zindabazar, Sylhet')
  await fakeOrder(page)
  const letGo = await holdBack(page, '**/api/booking')
  await submit.click()
  await expect(sending).toHaveText('Sending …')
  letGo()
  await expect(form).toBeHidden()
})

test('a screen reader announces a confirmed deletion and Load more as in progress', async ({ page }) => {
  await signIn(page, 'buyer@clamshell.test')
  await page.goto('/dashboard/myorders')
  await page
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click()
  const question = page.getByRole('alertdialog')
  await expect(question.getByRole('status')).toHaveText('')
  await page.route('**/api/myorders/*', () => {})
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByRole('status')).toHaveText('Sending …')

  await page.route(/\/api\/brand\/dell/, (route) => {
    const url = new URL(route.request().url())
    if (url.searchParams.has('after')) return
    url.searchParams.set('limit', '8')
    return route.continue({ url: url.href })
  })
  await openHome(page)
  await page.getByRole('main').getByRole('link', { name: /dell/i }).first().click()
  const main = page.getByRole('main')
  await expect(main.getByText(/^8 of \d+ shown$/)).toBeVisible()
  const more = main.getByRole('status').last()
  await expect(more).toHaveText('')
  await main.getByRole('link', { name: 'Load more' }).click()
  await expect(more).toHaveText('Loading …')
})

test('leaving during a bulk deletion reports how many were deleted and why it stopped', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 409/)
  await signIn(page, 'admin@clamshell.test')
  await page.goto('/dashboard/sellers')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Sellers: \d+$/)
  await page.getByRole('navigation', { name: 'Dashboard' }).getByRole('link', { name: 'All Buyers' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Buyers: \d+$/)
  const boxes = page.getByRole('row').getByRole('checkbox')
  for (const n of [1, 2, 3]) await boxes.nth(n).check()
  const asked = Promise.withResolvers<void>()
  await page.route('**/api/user/*', async (route) => {
    await asked.promise
    await route.fulfill({ status: 409, json: { code: 'account-stays', detail: 'This account stays.' } })
  })
  await page.getByRole('button', { name: 'Delete 3 selected' }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question).toContainText('Deleting 1 of 3')
  await page.goBack()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Sellers: \d+$/)
  asked.resolve()
  await expect(failures(page)).toContainText('0 of 3 deleted. This account stays.')
})

test('a password reset that fails after leaving Login is reported in a toast', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 503/)
  await openAlive(page, '/login')
  const asked = Promise.withResolvers<void>()
  await page.route('**/auth/request-password-reset', async (route) => {
    await asked.promise
    await route.fulfill({ status: 503, json: { code: 'busy', detail: 'Not now.' } })
  })
  await page.getByLabel('Email').fill('buyer@clamshell.test')
  await page.getByRole('button', { name: 'Forgotten Password' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blogs')
  asked.resolve()
  await expect(failures(page)).toContainText('The e-mail was not sent.')
})
