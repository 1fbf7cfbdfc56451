import type { Locator } from '@playwright/test'
import { VERIFIED } from '#contract/choices.ts'
import { expect, test } from '#tests/support/browser.ts'
import { newEmail, openAlive, resize, signIn, signUp } from '#tests/support/steps.ts'

/** The tooltip of a control, and its height; undefined if none is shown. */
const tipOf = (control: Locator) =>
  control.evaluate((element) => {
    const { content, height } = getComputedStyle(element, '::after')
    return content === 'none' ? undefined : { text: content, height: Number.parseFloat(height) }
  })

test.describe('on a touch screen', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('a tap shows the tooltip of a condition or a disabled button', async ({ page }) => {
    await openAlive(page, '/brand/walton')
    const card = page.getByRole('article').first()
    const condition = card.getByRole('button', { name: /^Condition: / })
    await condition.tap()
    expect((await tipOf(condition))?.text).toMatch(/Looks nearly new|Light marks|Visible wear/)
    const heart = card.getByRole('button', { name: 'Add to Wishlist' })
    // Without `force`, Playwright would wait until a disabled button can be used.
    await heart.tap({ force: true })
    expect((await tipOf(heart))?.text).toMatch(/buyer/i)
    expect(await tipOf(condition)).toBeUndefined()
    await card.getByRole('heading').tap()
    expect(await tipOf(heart)).toBeUndefined()

    // A tooltip with only the pressed button's name would say nothing new.
    const flag = card.getByRole('button', { name: 'Report this laptop' })
    await flag.tap()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap()
    await expect(flag).toBeFocused()
    expect(await tipOf(flag)).toBeUndefined()
  })
})

test('tooltips reached by keyboard are fully visible on any screen size', async ({ page }) => {
  await openAlive(page, '/brand/walton')
  for (const [width, height] of [
    [1280, 800],
    [640, 400],
    [320, 256],
  ] as const)
    await test.step(`${width} by ${height}`, async () => {
      await resize(page, { width, height })
      await page.getByRole('contentinfo').getByRole('link').first().focus()
      let read = 0
      for (let pressed = 0; pressed < 40; pressed++) {
        await page.keyboard.press('Shift+Tab')
        const control = page.locator(':focus')
        const tip = await tipOf(control)
        if (!tip) continue
        read += 1
        const { name, above, left } = await control.evaluate((element, high) => {
          const bar = document.querySelector('header')?.getBoundingClientRect().bottom ?? 0
          const box = element.getBoundingClientRect()
          const { left, width } = getComputedStyle(element, '::after')
          const from =
            left === 'auto' ? box.right - Number.parseFloat(width) : box.left + Number.parseFloat(left)
          return { name: element.textContent, above: box.top - 6 - high - Math.max(bar, 0), left: from }
        }, tip.height)
        expect(above, `hidden above “${tip.text}” of ${name}`).toBeGreaterThanOrEqual(0)
        expect(left, `hidden beside “${tip.text}” of ${name}`).toBeGreaterThanOrEqual(0)
      }
      expect(read).toBeGreaterThan(20)
    })
})

test('a long name without spaces wraps within a tooltip', async ({ page }) => {
  const name = 'W'.repeat(80)
  await signUp(page, { email: newEmail(), name, userType: 'seller' })
  await signIn(page, 'admin@clamshell.test')
  await page.goto('/dashboard/sellers')
  const action = page.getByRole('button', { name: `Delete ${name}` }).first()
  await action.hover()
  // One line of it is 38 px high.
  expect((await tipOf(action))?.height).toBeGreaterThan(90)
})

test('the badge of a verified seller explains its meaning', async ({ page }) => {
  await page.goto('/advertisedProducts')
  const badge = page.getByRole('button', { name: 'Verified Seller' }).first()
  await badge.hover()
  expect((await tipOf(badge))?.text).toContain(VERIFIED)
  await expect(badge).toHaveAccessibleDescription(VERIFIED)

  const [featured] = await (await page.request.get('/api/adsproduct?limit=1')).json()
  await page.goto('/')
  await expect(page.getByRole('figure').getByRole('button', { name: 'Verified Seller' })).toHaveCount(
    featured.sellerVerified ? 1 : 0,
  )
})
