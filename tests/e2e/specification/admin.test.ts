import { newEmail, PASSWORD, signIn } from '#tests/support/steps.ts'
import { readRows } from './read-rows.ts'
import { expect, test } from './walk.ts'

const EMAIL = 'admin@clamshell.test'
type Person = { name: string; email: string; image: string | null; verified: boolean; online: boolean }

test('the pages of an admin are as specified', async ({ page, holds }) => {
  await signIn(page, EMAIL)
  // Compared with the response that the page got: the shop may have more sellers than a list shows at first.
  const asked = page.waitForResponse(/\/api\/users\?.*userType=seller/)
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/dashboard/sellers')
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const ask = async (path: string) =>
    page.request.get(`/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  const main = page.getByRole('main')
  const heading = main.getByRole('heading', { level: 1 })
  const drawer = page.getByRole('complementary')
  const search = main.getByPlaceholder('Search for users', { exact: true })
  const photoOf = ({ image }: Person) => ({ picture: image ?? 'default' })

  await test.step('sellers', async () => {
    const answer = await asked
    const sellers: Person[] = await answer.json()
    const total = answer.headers()['x-total-count']
    await holds('6.12 6.13', () => expect(answer.request().headers().authorization).toBe(`Bearer ${token}`))
    await holds('1.11 2.94 2.116 6.2', () => expect(heading).toHaveText(`Sellers: ${total}`))
    await holds('2.117', () => expect(search).toBeEditable())
    await holds('2.119', async () => {
      await expect(main.getByRole('columnheader').first().getByRole('checkbox')).toBeVisible()
      const [, ...names] = await main.getByRole('columnheader').allTextContents()
      expect(names).toEqual(['Profile image', 'Name', 'Email', 'Verification', 'Action'])
      await expect(main.locator('tbody').getByRole('checkbox')).toHaveCount(sellers.length)
    })
    const rows = await readRows(main, 1)
    await holds('2.119', () =>
      expect(rows.map(({ texts }) => texts.slice(2, 4))).toEqual(
        sellers.map(({ name, email }) => [name, email]),
      ),
    )
    await holds('2.120 2.121', () =>
      expect(rows.map(({ texts }) => texts[4])).toEqual(
        sellers.map(({ verified }) => (verified ? 'Verified' : 'Verify')),
      ),
    )
    await holds('2.121', async () => {
      const waiting = sellers.filter(({ verified }) => !verified)
      await expect(main.getByRole('button', { name: /^Verify/ })).toHaveCount(waiting.length)
    })
    await holds('2.122', () => expect(rows).toMatchObject(sellers.map(photoOf)))
  })

  await test.step('drawer', async () => {
    await holds('2.89', () => expect(drawer.getByText('Admin', { exact: true })).toBeVisible())
    await holds('1.23 2.91 2.103', async () => {
      for (const [index, name] of ['All Sellers', 'All Buyers', 'Reported Items'].entries())
        await expect(drawer.getByRole('link').nth(index).getByText(name, { exact: true })).toBeVisible()
    })
    await holds('2.104 9.12', async () => {
      const open = Number((await ask('/reports?state=open')).headers()['x-total-count'])
      await expect(drawer.getByRole('link', { name: /^Reported Items/ })).toHaveAccessibleName(
        new RegExp(`\\b${open}\\b`),
      )
    })
  })

  await test.step('buyers', async () => {
    // Somebody who is online in this response may be offline in the next one.
    const asked = page.waitForResponse(/\/api\/users\?.*userType=buyer/)
    await drawer.getByRole('link', { name: 'All Buyers' }).click()
    const answer = await asked
    const buyers: Person[] = await answer.json()
    const total = answer.headers()['x-total-count']
    await holds('1.14 2.95 2.107 6.2', () => expect(heading).toHaveText(`Buyers: ${total}`))
    await holds('2.108', () => expect(search).toBeEditable())
    await holds('2.110', async () => {
      await main.getByRole('checkbox', { name: 'Select all Buyers' }).check()
      await expect(main.locator('tbody input:not(:checked)')).toHaveCount(0)
      await main.getByRole('checkbox', { name: 'Select all Buyers' }).uncheck()
    })
    await holds('2.111', async () =>
      expect((await main.getByRole('columnheader').allTextContents()).slice(1)).toEqual([
        'Profile',
        'Name',
        'Email',
        'Status',
        'Action',
      ]),
    )
    const rows = await readRows(main, 1)
    const shown = buyers.slice(0, rows.length)
    await holds('2.112', () => expect(rows).toMatchObject(shown.map(photoOf)))
    await holds('2.113', () =>
      expect(rows.map(({ texts }) => texts.slice(2, 4))).toEqual(
        shown.map(({ name, email }) => [name, email]),
      ),
    )
    await holds('2.114 9.13', () =>
      expect(rows.map(({ texts }) => texts[4]?.slice(0, 7))).toEqual(
        shown.map(({ online }) => (online ? 'Online' : 'Offline')),
      ),
    )
    await holds('2.115', () =>
      expect(
        main
          .getByRole('button', { name: `Delete ${shown[0]?.name}` })
          .first()
          .locator('svg'),
      ).toBeVisible(),
    )
    await holds('2.109 2.118', async () => {
      await search.fill(shown[0]?.email ?? '')
      await expect(heading).toHaveText('Buyers: 1')
    })
  })

  await drawer.getByRole('link', { name: /^Reported Items/ }).click()
  await holds('2.96 6.5', async () => {
    await expect(page).toHaveURL('/dashboard/reporteditems')
    await expect(heading).toContainText('Reported Items')
  })
})

test('an admin deletes a seller as specified', async ({ page, holds }) => {
  const heading = page.getByRole('heading', { level: 1 })
  const person = { name: 'Leaving Seller', email: newEmail() }
  // A person who has signed up and closed the browser.
  await page.request.post('/auth/sign-up/email', { data: { ...person, password: PASSWORD } })
  await page.request.post('/api/users', { data: { ...person, image: null, userType: 'seller' } })
  await page.context().clearCookies()

  await signIn(page, EMAIL)
  await page.goto('/dashboard/sellers')
  await expect(heading).toHaveText(/^Sellers: \d+$/)
  const before = Number((await heading.textContent())?.replace(/\D/g, ''))
  // The sellers of the demo all have a photo.
  const row = page.getByRole('main').locator('tbody tr').filter({ hasText: person.email })
  await holds('2.122', () => expect(row.getByRole('cell').nth(1).locator('svg')).toBeVisible())
  await page.getByRole('button', { name: `Delete ${person.name}` }).click()
  const question = page.getByRole('alertdialog')
  await holds('5.18', () =>
    expect(question.getByRole('heading')).toHaveText('Are sure you want to Delete the SELLER'),
  )
  await holds('1.13 2.123', async () => {
    await question.getByRole('button', { name: 'Delete' }).click()
    await expect(page.getByRole('main').getByText(person.email)).toHaveCount(0)
  })
  await holds('4.28 7.13', () => expect(heading).toHaveText(`Sellers: ${before - 1}`))
})
