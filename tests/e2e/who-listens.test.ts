import { expect, test } from '#tests/support/browser.ts'
import { signIn } from '#tests/support/steps.ts'

test('who listens hears at once that a file is no picture, and nothing once one is chosen', async ({
  page,
}) => {
  await signIn(page, 'seller@clamshell.test')
  await page.goto('/dashboard/addproducts')
  const choose = (name: string, mimeType: string) =>
    page.getByLabel('Image').setInputFiles({ name, mimeType, buffer: Buffer.from('any') })
  const refusal = page.getByRole('status').filter({ hasText: 'Please choose a JPEG, PNG or WebP picture.' })
  await choose('notes.md', 'text/markdown')
  await expect(refusal).toBeAttached()
  await choose('laptop.png', 'image/png')
  await expect(refusal).toHaveCount(0)
})

test('who listens hears how long the link to a new password works', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Email').fill('nobody@clamshell.test')
  await page.getByRole('button', { name: 'Forgotten Password' }).click()
  const promise = page.getByText(/^If nobody@clamshell\.test has an account here, .* 30 minutes\.$/)
  await expect(page.getByRole('status').filter({ has: promise })).toBeAttached()
})

test('a checkbox is read as it stands there, also where its name holds a link', async ({ page }) => {
  await page.goto('/signup')
  const browser = await page.context().newCDPSession(page)
  const { root } = await browser.send('DOM.getDocument')
  // By the browser's own reckoning, which screen readers are given.
  const { nodes } = await browser.send('Accessibility.queryAXTree', { nodeId: root.nodeId, role: 'checkbox' })
  expect(nodes.map(({ name }) => name?.value)).toContain('I accept the Terms & Conditions')
})
