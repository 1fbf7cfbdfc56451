import { expect, expectNoAxeViolations, test } from '#tests/support/browser.ts'
import { cardOf, expectTold, newEmail, signIn, takeLaptop } from '#tests/support/steps.ts'

test('the home page has its blocks in order, and each leads on', async ({ page }) => {
  await page.goto('/')
  const headings = await page.getByRole('heading', { level: 2 }).allTextContents()
  const order = ['Choose Your Brand', 'About Us', 'Our Blogs', 'Contact Us'].map((name) =>
    headings.indexOf(name),
  )
  expect(order).toEqual([...order].sort((a, b) => a - b))
  expect(order).not.toContain(-1)
  for (const service of ['Free Shipping', '100% Genuine Product', 'Money Back Guarantee', 'Quick Response'])
    await expect(page.getByText(service, { exact: true })).toBeVisible()
  await page.getByRole('main').getByRole('link', { name: /dell/i }).first().click()
  await expect(page).toHaveURL('/brand/dell')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(/dell/i)
})

test('a guest orders with a typed name and e-mail; the form opens, closes and gives the focus back', async ({
  page,
}) => {
  const laptop = await takeLaptop(page)
  await page.goto('/advertisedProducts')
  const button = cardOf(page, laptop).getByRole('button', { name: 'Place Order' })
  await button.click()
  const form = page.getByRole('dialog', { name: 'Booking Form' })
  await expect(form.getByLabel('Product Name')).toHaveValue(laptop.name)
  await expectNoAxeViolations(page)
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  await expect(button).toBeFocused()
  await button.click()
  await form.getByLabel('Your Name').fill('Grace Hopper')
  await form.getByLabel('Email').fill(newEmail())
  await form.getByPlaceholder('Your Phone Number').fill('01700000008')
  await form.getByPlaceholder('Meeting Location').fill('IDB Bhaban, Agargaon')
  await expectTold(page, 'Booking Successfully Submitted.', () =>
    form.getByRole('button', { name: 'Submit' }).click(),
  )
})

test('the account menu shows who is signed in, and signs out', async ({ page }) => {
  await signIn(page, 'buyer@clamshell.test')
  await page.goto('/')
  await page.getByRole('button', { name: /^Account of/ }).click()
  const menu = page.locator('#account')
  await expect(menu).toContainText('buyer@clamshell.test')
  await expect(menu.getByRole('link', { name: 'My Orders' })).toBeVisible()
  await expectNoAxeViolations(page)
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toMatch(/^ey/)
  await expectTold(page, 'Sign Out Successfully.', () =>
    menu.getByRole('button', { name: 'Sign out' }).click(),
  )
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).toBe(null)
  await page.goto('/dashboard/myorders')
  await expect(page).toHaveURL(/\/login/)
})

test('who signs out on a personal page stands on the home page, and whoever signs in next stays there too', async ({
  page,
}) => {
  await signIn(page, 'admin@clamshell.test')
  await page.goto('/dashboard/sellers')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Sellers: \d+/)
  const visited: string[] = []
  page.on('framenavigated', (frame) => visited.push(new URL(frame.url()).pathname))
  await page.getByRole('button', { name: /^Account of/ }).click()
  await expectTold(page, 'Sign Out Successfully.', () =>
    page.getByRole('button', { name: 'Sign out', exact: true }).click(),
  )
  await expect(page.getByRole('button', { name: /^Account of/ })).toHaveCount(0)
  await expect(page).toHaveURL('/')
  expect(visited).toEqual(['/'])
})

test('an order is deleted after the specified question', async ({ page }) => {
  await signIn(page, 'buyer@clamshell.test')
  await page.goto('/dashboard/myorders')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/My Orders: \d+/)
  const rows = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'Pay' }) })
  const before = await rows.count()
  await rows
    .first()
    .getByRole('button', { name: /delete/i })
    .click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('Are you sure want to Delete the Order?')
  await expectNoAxeViolations(page)
  await question.getByRole('button', { name: /delete|yes|ok/i }).click()
  await expect(rows).toHaveCount(before - 1)
})

test('Contact Us forgets who was signed in', async ({ page }) => {
  await signIn(page, 'buyer@clamshell.test')
  await page.goto('/')
  const form = page.getByRole('region', { name: 'Contact Us' })
  await expect(form.getByLabel('Email')).toHaveValue('buyer@clamshell.test')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await expectTold(page, 'Sign Out Successfully.', () =>
    page.getByRole('button', { name: 'Sign out', exact: true }).click(),
  )
  await expect(form.getByLabel('Email')).toHaveValue('')
  await expect(form.getByLabel('Name')).toHaveValue('')
})

test('who signs out leaves nothing in the tab of a laptop that they had begun to describe', async ({
  page,
}) => {
  await signIn(page, 'seller@clamshell.test')
  await page.goto('/dashboard/addproducts')
  await page.getByLabel('Phone').fill('01712345678')
  const isKept = () =>
    page.evaluate(() => Object.values(sessionStorage).some((kept) => kept.includes('01712345678')))
  expect(await isKept()).toBe(true)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await expectTold(page, 'Sign Out Successfully.', () =>
    page.getByRole('button', { name: 'Sign out', exact: true }).click(),
  )
  expect(await isKept()).toBe(false)
})

test('whom an admin’s page signs out leaves nothing of it in the tab either', async ({ page }) => {
  await signIn(page, 'seller@clamshell.test')
  await page.goto('/dashboard/addproducts')
  await page.getByLabel('Phone').fill('01712345678')
  await page.goto('/dashboard/sellers')
  await expect(page).toHaveURL('/login?next=%2Fdashboard')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('accessToken'))).toBe(null)
  const kept = await page.evaluate(() => Object.values(sessionStorage).join())
  expect(kept).not.toContain('01712345678')
})
