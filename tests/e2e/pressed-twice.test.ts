import { expect, test } from '#tests/support/browser.ts'
import { signIn } from '#tests/support/steps.ts'

/* A double click on a button, a habit from desktops, does not confirm the dialog that the first click has opened. */

test('a double click on Place Order leaves the Booking Form open', async ({ page }) => {
  await page.goto('/advertisedProducts')
  const form = page.getByRole('dialog', { name: 'Booking Form' })
  // In the last of three columns, where the form opens beside it.
  await page.getByRole('button', { name: 'Place Order' }).nth(2).hover()
  await page.mouse.down()
  await page.mouse.up()
  await expect(form).toBeVisible()
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await expect(form).toBeVisible()
  await page.mouse.click(4, 4)
  await expect(form).toBeHidden()
})

test('a double click on Delete does not confirm the dialog that opens under the pointer', async ({
  page,
}) => {
  await page.setViewportSize({ width: 375, height: 740 })
  await signIn(page, 'buyer@clamshell.test')
  await page.goto('/dashboard/myorders')
  const bin = page.getByRole('button', { name: /^Delete the order/, disabled: false }).last()
  const question = page.getByRole('alertdialog')
  const answer = question.getByRole('button', { name: 'Delete' })
  await bin.click()
  const there = await answer.boundingBox()
  await page.keyboard.press('Escape')
  const here = await bin.boundingBox()
  if (!there || !here) throw new Error('Both buttons are there.')
  await page.evaluate((far) => scrollBy({ top: far, behavior: 'instant' }), here.y - there.y)
  expect((await bin.boundingBox())?.y).toBeCloseTo(there.y, -1)

  const deletions: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'DELETE') deletions.push(request.url())
  })
  const x = (Math.max(here.x, there.x) + Math.min(here.x + here.width, there.x + there.width)) / 2
  await page.mouse.dblclick(x, there.y + there.height / 2)
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  expect(deletions).toEqual([])
})
