import type { Page, Route } from '@playwright/test'

/** Holds back calls to a path until they are released; then `answer` answers them, or the shop. */
export async function holdBack(
  page: Page,
  path: string,
  answer: (route: Route) => Promise<void> = (route) => route.continue(),
): Promise<() => void> {
  let letGo = () => {}
  const told = new Promise<void>((done) => {
    letGo = done
  })
  await page.route(path, async (route) => {
    await told
    await answer(route)
  })
  return () => letGo()
}
