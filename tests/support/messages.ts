import { expect, type Page } from '@playwright/test'
import { message, newEmail, signUp } from './steps.ts'

/* The toasts in the corner, and the quickest way to get some. */

/** The toasts that report a failure. */
export const failures = (page: Page) => message(page).getByRole('alert')
export const hearts = (page: Page) => page.getByRole('button', { name: /^Add to Wishlist/ })

/** Opens the advertised laptops for a new buyer, whose wishes fail to be saved. */
export async function openWithoutWishes(page: Page): Promise<void> {
  await signUp(page, { email: newEmail() })
  await page.route('**/api/wishlist', (route) => route.abort())
  await page.goto('/advertisedProducts')
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
}
