import { expect, test } from '#tests/support/browser.ts'

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
