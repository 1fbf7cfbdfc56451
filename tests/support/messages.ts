import { expect, type Page } from '@playwright/test'
import { message, newEmail, signUp } from './steps.ts'

/* The messages in the corner, and the quickest way to have some. */

/** What is said to have failed. */
export const failures = (page: Page) => message(page).getByRole('alert')
export const hearts = (page: Page) => page.getByRole('button', { name: /^Add to Wishlist/ })

/** Opens the advertised laptops for a new buyer, whose wishes cannot be saved. */
export async function openWithoutWishes(page: Page): Promise<void> {
  await signUp(page, { email: newEmail() })
  await page.route('**/api/wishlist', (route) => route.abort())
  await page.goto('/advertisedProducts')
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
}
