import type { Browser } from '@playwright/test'

/** A phone with a core four times as slow as a computer's. */
const SLOWER = 4
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
/** The browser does not report shorter ones. */
const LEAST_MS = 16

/**
 * Interaction to next paint, in milliseconds: the menu of a page is opened on a slow phone, as soon as the page is
 * there. Events that belong to no interaction do not count, such as those of a pointer over the page as it opens.
 */
export async function measureInteraction(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext(PHONE)
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.addInitScript((least) => {
      const durations: number[] = []
      Object.assign(globalThis, { durations })
      const observer = new PerformanceObserver((list) => {
        for (const { duration, interactionId } of list.getEntries() as PerformanceEventTiming[])
          if (interactionId) durations.push(duration)
      })
      observer.observe({ type: 'event', buffered: true, durationThreshold: least } as PerformanceObserverInit)
    }, LEAST_MS)
    await page.goto(url, { waitUntil: 'load' })
    await page.getByRole('button', { name: 'Menu', exact: true }).tap()
    await page.locator('#drawer:popover-open').waitFor()
    // The entry is created after the paint that follows the tap.
    const durations = await page.evaluate(async () => {
      for (let frames = 0; frames < 10; frames++) await new Promise(requestAnimationFrame)
      return (globalThis as unknown as { durations: number[] }).durations
    })
    return Math.max(LEAST_MS, ...durations)
  } finally {
    await context.close()
  }
}
