import type { Page, Route } from '@playwright/test'

export type Role = 'buyer' | 'seller' | 'admin'

/** One screen in one state, and how to get there. */
export type Screen = {
  name: string
  /** The route of app/routes.ts that it shows. */
  route: string
  /** The path to open, if it is not the route; `reach` may go on from there. */
  path?: string
  as?: Role
  /** Replaces answers of the shop, before the page is opened. */
  before?: (page: Page) => Promise<unknown>
  /** Brings the open page into its state. Resolves when the state is visible. */
  reach?: (page: Page) => Promise<unknown>
  /** What such a page logs to the console when all is well. */
  logs?: RegExp
  /** Takes only the viewport, because something covers the page. */
  over?: true
  widths?: readonly number[]
}

export const pathOf = ({ route, path }: Screen): string => path ?? (route === '/' ? route : `/${route}`)

export const WIDTHS = [360, 768, 1280] as const
export const THEMES = ['light', 'dark'] as const

/** Answers a list's calls with nothing, with a failure, or never. */
export const empty = (path: string) => (page: Page) =>
  page.route(path, (route: Route) => route.fulfill({ headers: { 'X-Total-Count': '0' }, json: [] }))
export const failing = (path: string) => (page: Page) => page.route(path, (route: Route) => route.abort())
export const waiting = (path: string) => (page: Page) => page.route(path, () => {})

/** A page of the dashboard has its list once its heading has the total. */
export const listed = (page: Page) => page.getByRole('heading', { name: /: \d+$/, level: 1 }).waitFor()

/** Presses the first button of this name, and waits for what it opens. */
export const opens = (button: string | RegExp, what: 'dialog' | 'alertdialog') => async (page: Page) => {
  await page.getByRole('button', { name: button }).first().click()
  await page.getByRole(what).waitFor()
}

/** Goes to a page of the top bar by a click on another page: its calls are then made by the browser. */
export const click = (name: string) => (page: Page) =>
  page.evaluate((label) => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('nav[aria-label="Site"] a')]
    links.find((link) => link.textContent === label)?.click()
  }, name)
