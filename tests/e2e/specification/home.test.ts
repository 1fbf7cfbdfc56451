import { expect, test } from './walk.ts'

const NOT_FOUND = "Sorry, we can't find that page. You'll find lots to explore on the home page."

test('the bars, the home page, the blogs and the 404 page are as specified', async ({
  page,
  holds,
  expectConsole,
}) => {
  const brands: { _id: string; brand: string; logo: string }[] = await (
    await page.request.get('/api/brands')
  ).json()
  const blogs: { title: string; img: string; description: string }[] = await (
    await page.request.get('/api/blogs3')
  ).json()
  const main = page.getByRole('main')
  const footer = page.getByRole('contentinfo')
  const block = (name: string) => main.getByRole('region', { name })
  await page.goto('/')

  await test.step('top bar', async () => {
    const links = page.getByRole('navigation', { name: 'Site', exact: true }).getByRole('link')
    const names = brands.map(({ brand }) => brand.toUpperCase())
    await holds('2.9 2.11 2.13', () =>
      expect(links).toHaveText(['Home', 'Ads Products', ...names, 'Blogs', 'Login']),
    )
    await holds('2.10', async () => {
      for (const [index, { _id }] of brands.entries())
        await expect(links.nth(2 + index)).toHaveAttribute('href', `/brand/${_id}`)
    })
  })

  await test.step('name and tagline', async () => {
    await expect(page.getByRole('link', { name: 'Home' })).toHaveCount(1)
    const name = page.getByRole('banner').getByRole('link', { name: 'Clamshell', exact: true })
    await expect(name).toHaveAttribute('href', '/')
    await expect(page).toHaveTitle(/Clamshell/)
    await expect(footer).toContainText('Used laptops you can trust.')
  })

  await test.step('footer', async () => {
    await holds('2.19', () =>
      expect(footer.getByRole('heading')).toHaveText(['Resources', 'Follow us', 'Legal']),
    )
    await holds('2.20', () => expect(footer.getByRole('link', { name: 'Privacy Policy' })).toBeVisible())
    await holds('2.21', () => expect(footer.getByRole('link', { name: 'Terms & Conditions' })).toBeVisible())
    await holds('2.22', async () => {
      const column = footer.locator('div', { has: page.getByRole('heading', { name: 'Follow us' }) }).last()
      expect(await column.getByRole('link').count()).toBeGreaterThan(0)
      for (const link of await column.getByRole('link').all()) await expect(link.locator('svg')).toBeVisible()
    })
  })

  await test.step('home page', async () => {
    await holds('2.1 2.24', () =>
      expect(main.getByRole('heading', { level: 1 })).toHaveText(/^Welcome to .*reselling laptop collection/),
    )
    await holds('2.25', async () => {
      const laptops: { name: string }[] = await (await page.request.get('/api/adsproduct?limit=100')).json()
      const featured = main.getByRole('figure')
      expect(laptops.map(({ name }) => name)).toContain(await featured.getByRole('link').textContent())
      await expect(featured.getByText(/^\$[\d,.]+$/)).toHaveCount(2)
    })
    await holds('2.26', () =>
      expect(main.getByRole('link', { name: 'Get Started' })).toHaveAttribute('href', '/advertisedProducts'),
    )
    await holds('2.23 2.27 2.30 2.32 2.36 2.41', async () => {
      const [, ...texts] = await main.locator('> section').allInnerTexts()
      const names = ['Choose Your Brand', 'About Us', 'Free Shipping', 'Our Blogs', 'Contact Us']
      expect(texts.map((text) => names.find((name) => text.includes(name)))).toEqual(names)
      expect(texts.join()).not.toMatch(/lorem|ipsum/i)
    })
    await holds('2.29', async () => {
      for (const { _id, brand } of brands) {
        const link = block('Choose Your Brand').locator(`a[href="/brand/${_id}"]`)
        await expect(link.getByRole('img', { name: brand.toUpperCase() })).toBeVisible()
      }
    })
    await holds('2.31', () =>
      expect(block('Services').locator('summary')).toHaveText([
        'Free Shipping',
        '100% Genuine Product',
        'Money Back Guarantee',
        'Quick Response',
      ]),
    )
    await holds('2.34 2.35 9.3', async () => {
      const cards = block('Our Blogs').getByRole('article')
      await expect(cards).toHaveCount(blogs.length)
      for (const [index, { title, img, description }] of blogs.entries()) {
        await expect(cards.nth(index).locator('img')).toHaveAttribute('src', img)
        await expect(cards.nth(index).getByRole('heading')).toHaveText(title)
        const text = await cards.nth(index).locator('p').last().textContent()
        expect(text).toBe(`${[...description].slice(0, 250).join('')}…`)
      }
    })
    await holds('2.37', async () => {
      for (const name of ['Name', 'Email', 'Subject', 'Message'])
        await expect(block('Contact Us').getByLabel(name, { exact: true })).toBeEditable()
      await expect(page.getByLabel('Message')).toHaveCount(1)
    })
    await holds('2.38', () => expect(block('Contact Us').getByRole('button', { name: 'Send' })).toBeEnabled())
    await holds('2.40', async () => {
      const about = main.locator('section', { has: page.getByRole('heading', { name: 'About Us' }) })
      await expect(about.getByRole('img')).toBeVisible()
      await expect(about).toContainText('second-hand laptops of world-class brands')
    })
  })

  await test.step('blogs', async () => {
    await page
      .getByRole('navigation', { name: 'Site', exact: true })
      .getByRole('link', { name: 'Blogs' })
      .click()
    await holds('2.4 2.5', async () => {
      await expect(page).toHaveURL('/blogs')
      // The home page has cards of the same posts.
      await expect(main.getByRole('heading', { level: 1 })).toHaveText('Blogs')
      for (const { title } of blogs)
        await expect(main.getByRole('article').filter({ hasText: title }).getByRole('link')).toBeVisible()
    })
  })

  await holds('2.8', async () => {
    for (const path of ['/', '/advertisedProducts', '/brand/hp', '/blogs', '/login', '/signup']) {
      const html = await (await page.request.get(path)).text()
      const parts = ['<header', '<main', '<footer'].map((tag) => html.indexOf(tag))
      expect(parts, path).toEqual(parts.toSorted((a, b) => a - b))
      expect(parts, path).not.toContain(-1)
    }
  })

  await test.step('missing page', async () => {
    expectConsole(/status of 404/)
    await page.goto('/nowhere')
    await holds('2.149', () => expect(main).toContainText('404'))
    await holds('2.150', () => expect(main.getByText("Something's missing.", { exact: true })).toBeVisible())
    await holds('2.151', () => expect(main.getByText(NOT_FOUND, { exact: true })).toBeVisible())
    await holds('2.152 8.10', async () => {
      await main.getByRole('link', { name: 'Back to Homepage' }).click()
      await expect(page).toHaveURL('/')
    })
  })
})
