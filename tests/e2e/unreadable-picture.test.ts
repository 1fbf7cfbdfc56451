import { copyFileSync, rmSync, utimesSync } from 'node:fs'
import { MOST_IMAGE_BYTES } from '#contract/limits.ts'
import { IMAGE_TOO_LARGE } from '#contract/refusals.ts'
import { expect, test } from '#tests/support/browser.ts'
import {
  describeLaptop,
  expectTold,
  fillSignUp,
  holdBack,
  newEmail,
  openAlive,
  openBeforeItIsAlive,
  photo,
  signIn,
} from '#tests/support/steps.ts'

/* A picture that was deleted or saved again after it was chosen, and a file that is not a picture. */

const UNREADABLE = /This picture cannot be read\. Please choose it again, or another\.$/

/** A picture on the disk that only this test uses; returns its path. */
function ownPicture(): string {
  const path = test.info().outputPath('picture.webp')
  copyFileSync(photo(), path)
  return path
}

for (const { what, spoil } of [
  { what: 'deleted', spoil: (path: string) => rmSync(path) },
  { what: 'saved again', spoil: (path: string) => utimesSync(path, 0, 0) },
])
  test(`a picture ${what} before upload is reported as unreadable and can be chosen again`, async ({
    page,
  }) => {
    const path = ownPicture()
    await signIn(page, 'seller@clamshell.test')
    await describeLaptop(page, 'Walton Tamarind')
    const image = page.getByLabel('Image')
    const add = page.getByRole('button', { name: 'Add Product' })
    await image.setInputFiles(path)
    const shown = page.getByAltText('The one you chose')
    await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0)
    spoil(path)
    await add.click()
    await expect(image).toHaveAccessibleDescription(UNREADABLE)
    await expect(image).toBeFocused()
    copyFileSync(photo(), path)
    await image.setInputFiles(path)
    await expectTold(page, 'Product Added successfully.', () => add.click())
  })

for (const when of ['before', 'once'])
  test(`a photo chosen ${when} the page is hydrated, then deleted, is refused and can be replaced`, async ({
    page,
  }) => {
    const path = ownPicture()
    await page.route('**/api/image-tickets', (route) => {
      rmSync(path)
      return route.continue()
    })
    const comeAlive = when === 'before' ? await holdBack(page, '**/*.js') : () => {}
    const send = page.getByRole('button', { name: 'Sign Up' })
    await page.goto('/signup', { waitUntil: 'commit' })
    if (when === 'once') await expect(send).toBeEnabled()
    await fillSignUp(page, { email: newEmail(), picture: path })
    comeAlive()
    await send.click()
    const chosen = page.getByLabel('Photo')
    await expect(chosen).toHaveAccessibleDescription(UNREADABLE)
    await chosen.setInputFiles(photo())
    await expectTold(page, 'User Created Successfully.', () => send.click())
  })

test('a file of the wrong type chosen before hydration is refused at its field after it', async ({
  page,
}) => {
  const comeAlive = await openBeforeItIsAlive(page, '/signup')
  const chosen = page.getByLabel('Photo')
  await chosen.setInputFiles('package.json')
  comeAlive()
  await expect(chosen).toHaveAccessibleDescription(/Please choose a JPEG, PNG or WebP picture\.$/)
  await expect(chosen).toHaveJSProperty('validationMessage', 'Please choose a JPEG, PNG or WebP picture.')
  await chosen.setInputFiles(photo())
  await expect(chosen).toHaveAccessibleDescription(/at most \d+ MB\.$/)
  await expect(chosen).toHaveJSProperty('validationMessage', '')
})

test('a picture of the wrong type, or too large, is refused when chosen and not previewed', async ({
  page,
}) => {
  await signIn(page, 'seller@clamshell.test')
  await openAlive(page, '/dashboard/addproducts')
  const chosen = page.getByLabel('Image')
  const preview = page.getByRole('img', { name: 'The one you chose' })
  const tooLarge = Buffer.alloc(MOST_IMAGE_BYTES + 1)
  for (const [file, why] of [
    ['package.json', 'Please choose a JPEG, PNG or WebP picture.'],
    [{ name: 'laptop.png', mimeType: 'image/png', buffer: tooLarge }, IMAGE_TOO_LARGE],
  ] as const) {
    await chosen.setInputFiles(photo())
    await expect(preview).toBeVisible()
    await chosen.setInputFiles(file)
    await expect(chosen).toHaveJSProperty('validationMessage', why)
    await expect(preview).toHaveCount(0)
  }
})
