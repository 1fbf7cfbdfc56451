import { signIn } from '#tests/support/steps.ts'
import { readRows } from './read-rows.ts'
import { expect, test } from './walk.ts'

const EMAIL = 'seller@clamshell.test'
type Order = Record<'buyerName' | 'buyerEmail' | 'phone' | 'location' | 'productName', string> & {
  buyerImg: string | null
}

test('the pages of a seller are as specified', async ({ page, holds }) => {
  await signIn(page, EMAIL)
  await page.goto('/dashboard')
  await expect(page).toHaveURL('/dashboard/mybuyers')
  const token = await page.evaluate(() => localStorage.getItem('accessToken'))
  const ask = (path: string) =>
    page.request.get(`/api${path}`, { headers: { authorization: `Bearer ${token}` } })
  const total = async (path: string) => (await ask(path)).headers()['x-total-count']
  const main = page.getByRole('main')
  const heading = main.getByRole('heading', { level: 1 })
  const drawer = page.getByRole('complementary')
  const columns = main.getByRole('columnheader')

  await test.step('my buyers', async () => {
    const asked = page.waitForRequest(`**/api/mybuyers/**`)
    await page.goto('/dashboard/mybuyers')
    await holds('6.12 6.13', async () =>
      expect((await asked).headers().authorization).toBe(`Bearer ${token}`),
    )
    await holds('1.10 2.99 2.143 6.6', async () =>
      expect(heading).toHaveText(`My Buyers: ${await total(`/mybuyers/${EMAIL}`)}`),
    )
    await holds('2.141', async () => {
      await expect(columns).toHaveText(['Profile', 'Name', 'Email', 'Phone', 'Location', 'Ordered Product'])
      const orders: Order[] = await (await ask(`/mybuyers/${EMAIL}`)).json()
      const rows = await readRows(main)
      expect(rows).toHaveLength(orders.length)
      for (const [index, { buyerName, buyerEmail, phone, location, ...order }] of orders.entries()) {
        // Of a deleted buyer only paid orders are kept.
        if (!buyerEmail) continue
        const [, ...texts] = rows[index]?.texts ?? []
        expect(texts).toEqual([
          buyerName,
          buyerEmail,
          phone,
          location,
          expect.stringContaining(order.productName),
        ])
        expect(rows[index]?.picture).toBe(order.buyerImg ?? 'default')
      }
    })
    await holds('2.142', async () => {
      const name = (await main.locator('tbody tr').first().getByRole('cell').nth(1).textContent()) ?? ''
      await main.getByRole('searchbox').fill(name)
      const rows = main.locator('tbody tr')
      await expect(rows.filter({ hasNotText: name })).toHaveCount(0)
      expect(await rows.count()).toBeGreaterThan(0)
    })
  })

  await test.step('drawer', async () => {
    await holds('2.89', () => expect(drawer.getByText('Seller', { exact: true })).toBeVisible())
    await holds('2.91 2.106', async () =>
      expect((await drawer.getByRole('link').allTextContents()).slice(0, 3)).toEqual([
        'My Buyers',
        'My Products',
        'Add a Products',
      ]),
    )
  })

  await test.step('my products', async () => {
    await drawer.getByRole('link', { name: 'My Products' }).click()
    await holds('1.7 2.98 2.140 6.6', async () =>
      expect(heading).toHaveText(`My Products: ${await total(`/myproduct?email=${EMAIL}`)}`),
    )
    await holds('2.139', async () => {
      await expect(columns).toHaveText(['Image', 'Product', 'Price', 'Status', 'Advertised', 'Delete'])
      const cells = main.locator('tbody tr').first().getByRole('cell')
      await expect(cells.nth(1)).toContainText(/HP|DELL|WALTON/)
      await expect(cells.nth(2)).toHaveText(/^\$[\d,.]+$/)
      const laptops: { image: string }[] = await (await ask(`/myproduct?email=${EMAIL}`)).json()
      expect(await readRows(main)).toMatchObject(laptops.map(({ image }) => ({ picture: image })))
    })
  })

  await test.step('add products', async () => {
    await drawer.getByRole('link', { name: 'Add a Products' }).click()
    const field = (label: string) => main.getByLabel(label, { exact: true })
    await holds('2.97 2.129 6.6', async () => {
      await expect(page).toHaveURL('/dashboard/addproducts')
      await expect(field('Name')).toBeEditable()
    })
    await holds('2.130 9.7', async () => {
      const brands = field('Brand').getByRole('radio')
      expect(
        await brands.evaluateAll((radios) => radios.map((radio) => radio.getAttribute('value'))),
      ).toEqual(['hp', 'dell', 'walton'])
    })
    await holds('2.131 2.132 5.6', async () => {
      for (const label of ['Original Price', 'Current Price']) {
        await field(label).fill('449.50 dollars')
        await expect(field(label)).toHaveValue('449.50 dollars')
      }
    })
    await holds('2.133 9.8', async () => {
      const conditions = field('Condition').getByRole('radio')
      expect(
        await conditions.evaluateAll((radios) => radios.map((radio) => radio.getAttribute('value'))),
      ).toEqual(['Excellent', 'Good', 'Fair'])
    })
    await holds('2.134', async () => {
      await field('Purchase Year').fill('1Y 2M')
      await expect(field('Purchase Year')).toHaveValue('1Y 2M')
    })
    await holds('2.135 5.5', () => expect(field('Phone')).toHaveAttribute('type', 'number'))
    await holds('2.136', () => expect(field('Meeting Location')).toBeEditable())
    await holds('2.137', () => expect(field('Image')).toHaveAttribute('type', 'file'))
    await holds('2.138', () => expect(field('Description')).toBeEditable())
    await holds('5.4', async () => {
      const labels = ['Name', 'Original Price', 'Current Price', 'Purchase Year', 'Phone', 'Meeting Location']
      for (const label of [...labels, 'Image', 'Description'])
        await expect(field(label), label).toHaveAttribute('required')
      for (const radio of await main.getByRole('radio').all()) await expect(radio).toHaveAttribute('required')
    })
  })
})
