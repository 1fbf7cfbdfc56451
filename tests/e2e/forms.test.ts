import type { Page } from '@playwright/test'
import { expect, test } from '#tests/support/browser.ts'
import { holdBack } from '#tests/support/steps.ts'

const loginButton = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Login', exact: true })

/** A page whose scripts are on their way; answers how to let them come. */
async function openBeforeItIsAlive(page: Page, path: string): Promise<() => void> {
  const letGo = await holdBack(page, '**/*.js')
  await page.goto(path, { waitUntil: 'commit' })
  return letGo
}

for (const path of ['/login', '/signup', '/reset-password?token=abc', '/']) {
  test(`a form of ${path} cannot be sent, nor put what was typed into the address, without script`, async ({
    browser,
    shop,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, baseURL: shop.url })
    const page = await context.newPage()
    await page.goto(path)
    const form = page.getByRole('main').locator('form')
    await expect(form).toHaveAttribute('method', 'post')
    await expect(form.locator('[type=submit]')).toBeDisabled()
    const typed = form.getByLabel(/password|name/i).first()
    await typed.fill('a good long password')
    await typed.press('Enter')
    await expect(page).toHaveURL(path)
    await context.close()
  })
}

test('what is typed into Login before it is alive stays, and is what Forgotten Password takes', async ({
  page,
}) => {
  const comeAlive = await openBeforeItIsAlive(page, '/login')
  await page.getByLabel('Email').fill('early@example.com')
  comeAlive()
  await expect(loginButton(page)).toBeEnabled()
  // Whoever is signed in is found out by then: the page has been drawn anew.
  await expect(page.getByRole('button', { name: 'Place Order' })).toHaveCount(0)
  await expect(page.getByLabel('Email')).toHaveValue('early@example.com')
  await page.getByRole('button', { name: 'Forgotten Password' }).click()
  await expect(page.getByText('If early@example.com has an account here')).toBeVisible()
})
