import { type Browser, expect, type Page } from '@playwright/test'
import { type Laptop, signIn } from './steps.ts'

/* What admins do on Reported Items. */

const dialog = (page: Page) => page.getByRole('dialog')
export const queue = (page: Page) => page.getByRole('table', { name: 'Reported Items' })
export const history = (page: Page) => page.getByRole('table', { name: 'Decided reports' })

/** Opens the queue in a window of the admin's. */
export async function openQueue(browser: Browser, baseURL: string): Promise<Page> {
  const admin = await (await browser.newContext({ baseURL })).newPage()
  await signIn(admin, 'admin@clamshell.test')
  await admin.goto('/dashboard/reporteditems')
  return admin
}

/** Decides the laptop's last report. */
export async function decide(page: Page, laptop: Laptop, action: string, reason: string): Promise<void> {
  await queue(page)
    .getByRole('row', { name: laptop.name })
    .last()
    .getByRole('button', { name: action })
    .click()
  await dialog(page).getByLabel('Reason').fill(reason)
  await dialog(page).getByRole('button', { name: action }).click()
  await expect(dialog(page)).toBeHidden()
}

/** The badge next to the drawer's link counts the open reports; on small screens the drawer is opened first. */
async function expectBadge(page: Page, count: number): Promise<void> {
  const small = (page.viewportSize()?.width ?? 0) < 1024
  if (small) await page.getByRole('button', { name: 'Menu', exact: true }).click()
  const name = small ? 'Dashboard, in the menu' : 'Dashboard'
  const drawer = page.getByRole('navigation', { name, exact: true })
  await expect(drawer.getByRole('link', { name: /Reported Items/ })).toHaveAccessibleName(
    `Reported Items ${count} open reports`,
  )
  if (small) await page.keyboard.press('Escape')
}

/** The number in the heading, once the queue is loaded. */
export async function countOf(page: Page): Promise<number> {
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toHaveText(/^Reported Items: \d+$/)
  return Number((await heading.innerText()).split(' ').at(-1))
}

/** Heading and badge agree on the number of open reports. */
export async function expectWaiting(page: Page, count: number): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Reported Items: ${count}`)
  await expectBadge(page, count)
}
