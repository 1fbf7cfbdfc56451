import { test as base, expect, type Page } from '@playwright/test'
import { findAxeViolations } from './axe.ts'
import { findSecrets } from './secrets.ts'
import { type Shop, startShop } from './shop.ts'

export { expect }

/** Outside production this page shows what was mailed, links included. */
const SHOWS_MAILS = /\/outbox\b/

type Journey = {
  /** Says that this test's pages write a line matching `pattern` to the console, at least once; it fails otherwise. */
  expectConsole(pattern: RegExp): void
}

/**
 * Playwright's test, with a shop that a worker's tests share, and pages that fail the test if they throw, or write a
 * warning or an error to the console.
 */
export const test = base.extend<Journey & { quiet: undefined }, { shop: Shop }>({
  shop: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const shop = await startShop({ preload: new URL('./known-password.ts', import.meta.url) })
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  baseURL: ({ shop }, use) => use(shop.url),
  expectConsole: async ({ context }, use) => {
    const written: string[] = []
    const expected: RegExp[] = []
    const leaked: string[] = []
    const looks: Promise<unknown>[] = []
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) {
        written.push(`${message.type()}: ${message.text()} (${message.location().url})`)
      }
    })
    context.on('response', (response) => {
      if (response.request().resourceType() !== 'document' || SHOWS_MAILS.test(response.url())) return
      const look = response.text().then(
        (html) => leaked.push(...findSecrets(html).map((secret) => `${response.url()}: ${secret}`)),
        // It was a redirect, or the page has moved on.
        () => {},
      )
      looks.push(look)
    })
    context.on('weberror', (error) => written.push(`thrown: ${error.error().stack ?? error.error()}`))
    await use((pattern) => expected.push(pattern))
    await Promise.all(looks)
    // The last line may come after the last thing that a test checks.
    const missing = () => expected.filter((pattern) => !written.some((line) => pattern.test(line)))
    await expect.poll(missing, { message: 'expected from a page, but not written' }).toEqual([])
    const unexpected = written.filter((line) => !expected.some((pattern) => pattern.test(line)))
    expect(unexpected, 'written by a page, but not expected').toEqual([])
    expect(leaked, 'secrets in the source of a page').toEqual([])
    // A page may still be loading something that a test answers, which fails as the page closes.
    for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  quiet: [
    async ({ shop, expectConsole: _ }, use) => {
      const before = shop.complaints().length
      await use(undefined)
      expect(shop.complaints().slice(before), 'written to standard error by the shop').toEqual([])
    },
    { auto: true },
  ],
})

/** Fails with each rule that the page violates, and where. */
export async function expectNoAxeViolations(page: Page): Promise<void> {
  expect(await findAxeViolations(page), `accessibility of ${page.url()}`).toEqual([])
}
