import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { expect, test } from './walk.ts'

const SELLERS = ['addproducts', 'myproducts', 'mybuyers']
const BUYERS = ['myorders', 'mywishlist']
const ADMINS = ['sellers', 'buyers', 'reporteditems', 'audittrail']
const ANYONES = ['payment/0198c7c5-0b7a-7cc0-8a52-6b1f6a0f7d3e']

test('a visitor is redirected from the dashboard to Login as specified', async ({ page, holds }) => {
  await holds('2.87', async () => {
    await page.goto('/dashboard')
    await expect(page).toHaveURL(/\/login\?/)
  })
  await holds('2.153 6.10', async () => {
    for (const path of [...SELLERS, ...BUYERS, ...ADMINS, ...ANYONES]) {
      await page.goto(`/dashboard/${path}`)
      await expect(page).toHaveURL(`/login?next=${encodeURIComponent(`/dashboard/${path}`)}`)
    }
  })
})

test('a buyer is redirected from seller and admin pages as specified', async ({ page, holds }) => {
  const data = { email: 'buyer@clamshell.test', password: DEMO_PASSWORD }
  const signIn = () => page.request.post('/auth/sign-in/email', { data })
  await signIn()
  await holds('2.154', async () => {
    for (const path of SELLERS) {
      await page.goto(`/dashboard/${path}`)
      // Where /dashboard leads a buyer.
      await expect(page).toHaveURL('/dashboard/myorders')
    }
  })
  for (const path of ADMINS) {
    await signIn()
    await page.goto(`/dashboard/${path}`)
    await holds('2.155 8.5', () =>
      expect(page.getByRole('region', { name: 'Notices' })).toContainText('Sorry! You are not Admin!'),
    )
    await holds('2.154 2.156', async () => {
      await expect(page).toHaveURL(/\/login/)
      await expect.poll(() => page.evaluate(() => localStorage.getItem('accessToken'))).toBe(null)
      const session = async () => (await page.request.get('/auth/get-session')).json()
      await expect.poll(session).toBe(null)
    })
  }
})
