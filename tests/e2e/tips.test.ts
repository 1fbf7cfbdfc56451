import type { Locator } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { openAlive } from '#tests/support/steps.ts'

/** What is shown beside a control; undefined where nothing is. */
const tipOf = (control: Locator) =>
  control.evaluate((element) => {
    const { content } = getComputedStyle(element, '::after')
    return content === 'none' ? undefined : content
  })

test.describe('with a finger', () => {
  test.use({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true })

  test('what a condition means, and why something cannot be done, is read at a press', async ({ page }) => {
    await openAlive(page, '/brand/walton')
    const card = page.getByRole('article').first()
    const condition = card.getByRole('button', { name: /^Condition: / })
    await condition.tap()
    expect(await tipOf(condition)).toMatch(/Looks nearly new|Light marks|Visible wear/)
    const heart = card.getByRole('button', { name: 'Add to Wishlist' })
    // A greyed button is waited for otherwise, until it can be used.
    await heart.tap({ force: true })
    expect(await tipOf(heart)).toMatch(/buyer/i)
    expect(await tipOf(condition)).toBeUndefined()
    await card.getByRole('heading').tap()
    expect(await tipOf(heart)).toBeUndefined()

    // The name alone of what was pressed says nothing new.
    const flag = card.getByRole('button', { name: 'Report this laptop' })
    await flag.tap()
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap()
    await expect(flag).toBeFocused()
    expect(await tipOf(flag)).toBeUndefined()
  })
})
