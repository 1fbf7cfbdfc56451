import type { Route } from '@playwright/test'
import { expect, expectNoAxeViolations, test } from '#tests/support/browser.ts'
import { expectMail, mailTo } from '#tests/support/outbox.ts'
import { coveredOf, expectScreenAccessible } from '#tests/support/screens.ts'
import { message, openAlive, openHome, resize, signIn } from '#tests/support/steps.ts'

test('Contact Us sends a message, which can be read in the outbox', async ({ page }) => {
  await page.goto('/')
  const form = page.getByRole('region', { name: 'Contact Us' })
  await form.getByLabel('Name').fill('Ada Lovelace')
  await form.getByLabel('Email').fill('ada@example.com')
  await form.getByLabel('Subject').fill('Is the shop open on Fridays?')
  await form.getByLabel('Message').fill('I would like to know.\n\nAda')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByRole('status').last()).toHaveText(
    'Your message was sent. We will reply to ada@example.com.',
  )
  await expect(form.getByLabel('Message')).toHaveValue('')
  await expect(form.getByRole('button', { name: 'Send' })).toBeEnabled()
  await expectNoAxeViolations(page)

  const mail = mailTo(page, 'hello@clamshell.example', 'Contact Us: Is the shop open on Fridays?')
  await expectMail(page, mail)
  await expect(mail).toContainText('answers to ada@example.com')
  await expect(mail.frameLocator('iframe').getByText('I would like to know.')).toBeVisible()
  await mail.getByText('As plain text').click()
  await expect(mail.locator('pre')).toContainText('Ada Lovelace (ada@example.com) wrote:')
  await page.setViewportSize({ width: 390, height: 780 })
  await expectScreenAccessible(page)
})

test('Contact Us fills in the signed-in buyer and keeps the input when sending fails', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/status of 4(00|29)|ERR_FAILED/)
  await signIn(page, 'buyer@clamshell.test')
  await page.goto('/')
  const form = page.getByRole('region', { name: 'Contact Us' })
  await expect(form.getByLabel('Email')).toHaveValue('buyer@clamshell.test')
  await expect(form.getByLabel('Name')).not.toHaveValue('')
  await form.getByLabel('Subject').fill('   ')
  await form.getByLabel('Message').fill('A question.')
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByLabel('Subject')).toHaveAccessibleDescription('Is required.')
  await form.getByLabel('Subject').fill('A subject')
  await page.route('**/api/contact', (route) => route.abort())
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByRole('alert')).toContainText('cannot be reached')
  await expect(form.getByLabel('Message')).toHaveValue('A question.')
  // The response is faked: the other tests of this shop have to send messages, too.
  const detail = 'Too many messages came from your network. You can try again in 60 minutes.'
  const refused = { status: 429, json: { status: 429, code: 'rate-limited', detail } }
  await page.unroute('**/api/contact')
  await page.route('**/api/contact', (route) => route.fulfill(refused))
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByRole('alert')).toContainText('Too many messages came from your network.')
  await expect(form.getByLabel('Subject')).toHaveValue('A subject')
  await expect(form.getByRole('button', { name: 'Send' })).toBeEnabled()
  await page.route('**/api/contact', (route) => route.fulfill({ json: { acknowledged: true } }))
  await form.getByRole('button', { name: 'Send' }).click()
  await expect(form.getByLabel('Message')).toHaveValue('')
  await expect(form.getByLabel('Email')).toHaveValue('buyer@clamshell.test')
})

test('the first missing field is focused with its label visible on any screen size', async ({ page }) => {
  await openHome(page)
  const contact = page.locator('#contact')
  for (const [width, height] of [
    [1280, 800],
    [320, 256],
  ] as const)
    await test.step(`${width} by ${height}`, async () => {
      await resize(page, { width, height })
      await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
      await contact.getByRole('button', { name: 'Send' }).press('Enter')
      await expect(contact.getByLabel('Name')).toBeFocused()
      const label = contact.getByText('Name', { exact: true })
      await expect(label).toBeInViewport({ ratio: 1 })
      expect(await coveredOf(label)).toBe(0)
    })
})

test('an over-long message counts code points, stays whole and can be sent once shortened', async ({
  page,
}) => {
  await openAlive(page, '/')
  await page.route('**/api/contact', (route) => route.fulfill({ json: { acknowledged: true } }))
  const form = page.getByRole('region', { name: 'Contact Us' })
  for (const [label, text] of [
    ['Name', 'Ada Lovelace'],
    ['Email', 'ada@example.com'],
    ['Subject', 'A subject'],
  ] as const)
    await form.getByLabel(label).fill(text)
  const text = form.getByLabel('Message')
  const pasted = `${'💻'.repeat(3999)}ab`
  await text.focus()
  await page.keyboard.insertText(pasted)
  await expect(text).toHaveValue(pasted)
  await expect(text).toHaveAccessibleDescription(
    /4001 of 4000 characters\. Must have at most 4000 characters\.$/,
  )
  await expect(form.getByRole('alert').filter({ hasText: 'Must have at most 4000 characters.' })).toHaveCount(
    1,
  )
  await expectNoAxeViolations(page)
  const send = form.getByRole('button', { name: 'Send' })
  await send.click()
  await expect(text).toBeFocused()
  expect(await text.evaluate((area: HTMLTextAreaElement) => area.validationMessage)).toBe(
    'Must have at most 4000 characters.',
  )
  await page.keyboard.press('Control+End')
  await page.keyboard.press('Backspace')
  await expect(text).toHaveAccessibleDescription(/4000 of 4000 characters\.$/)
  await send.click()
  await expect(form.getByText('Your message was sent.')).toBeVisible()
  await expect(text).toHaveAccessibleDescription('0 of 4000 characters.')
})

test('each service opens by keyboard, and every footer link resolves', async ({ page }) => {
  await page.goto('/')
  const services = page.getByRole('region', { name: 'Services' })
  for (const name of ['Free Shipping', '100% Genuine Product', 'Money Back Guarantee', 'Quick Response']) {
    const item = services.getByRole('listitem').filter({ hasText: name })
    await item.locator('summary').focus()
    await page.keyboard.press('Enter')
    await expect(item.getByRole('paragraph')).toBeVisible()
  }
  await expectNoAxeViolations(page)
  const hrefs = await page
    .getByRole('contentinfo')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(hrefs.length).toBeGreaterThanOrEqual(8)
  for (const href of hrefs.filter((one) => !one.startsWith('mailto:'))) {
    const answer = await page.request.get(href)
    expect(answer.status(), href).toBe(200)
    const part = href.split('#')[1]
    if (part) expect(await answer.text(), href).toContain(`id="${part}"`)
  }
  expect(hrefs.filter((one) => one.startsWith('mailto:'))).toEqual(['mailto:hello@clamshell.example'])
})

test('a message still being sent on navigation reports its outcome in a toast', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED/)
  const form = page.getByRole('region', { name: 'Contact Us' })
  const answers: [string, (route: Route) => Promise<void>][] = [
    [
      'Your message was sent. We will reply to ada@example.com.',
      (route) => route.fulfill({ json: { acknowledged: true } }),
    ],
    ['Your message was not sent, or the answer was lost. Check your connection', (route) => route.abort()],
  ]
  await page.goto('/')
  for (const [said, answer] of answers) {
    const gone = Promise.withResolvers<void>()
    await page.route('**/api/contact', (route) => gone.promise.then(() => answer(route)), { times: 1 })
    await form.getByLabel('Name').fill('Ada Lovelace')
    await form.getByLabel('Email').fill('ada@example.com')
    await form.getByLabel('Subject').fill('A subject')
    await form.getByLabel('Message').fill('A question.')
    await form.getByRole('button', { name: 'Send' }).click()
    await page.getByRole('banner').getByRole('link', { name: 'Blogs' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Blogs')
    gone.resolve()
    await expect(message(page)).toContainText(said)
    await page.getByRole('banner').getByRole('link', { name: 'Home', exact: true }).click()
    await expect(page.getByLabel('Message')).toHaveCount(1)
  }
})
