import type { Page, Route } from '@playwright/test'

export type Role = 'buyer' | 'seller' | 'admin'

/** One screen in one state, and how a person comes to see it. */
export type Screen = {
  name: string
  /** The route of app/routes.ts that it shows. */
  route: string
  /** Where it is opened, if not at its route; `reach` may go on from there. */
  path?: string
  as?: Role
  /** Answers calls otherwise than the shop would, before the page is opened. */
  before?: (page: Page) => Promise<unknown>
  /** Brings the open page into its state. Ends when the state can be seen. */
  reach?: (page: Page) => Promise<unknown>
  /** What such a page writes to the console when all is well. */
  logs?: RegExp
  /** Pictured as it stands on the screen, because something lies over the page. */
  over?: true
  widths?: readonly number[]
}

export const pathOf = ({ route, path }: Screen): string => path ?? (route === '/' ? route : `/${route}`)

export const WIDTHS = [360, 768, 1280] as const
export const THEMES = ['light', 'dark'] as const

/** A list's calls answered with nothing, with a failure, or never. */
export const empty = (path: string) => (page: Page) =>
  page.route(path, (route: Route) => route.fulfill({ headers: { 'X-Total-Count': '0' }, json: [] }))
export const failing = (path: string) => (page: Page) => page.route(path, (route: Route) => route.abort())
export const waiting = (path: string) => (page: Page) => page.route(path, () => {})

/** A page of the dashboard has its list when its heading has the total. */
export const listed = (page: Page) => page.getByRole('heading', { name: /: \d+$/, level: 1 }).waitFor()

/** The first button of this name is pressed, and what it opens is there. */
export const opens = (button: string | RegExp, what: 'dialog' | 'alertdialog') => async (page: Page) => {
  await page.getByRole('button', { name: button }).first().click()
  await page.getByRole(what).waitFor()
}

/** To a page of the top bar from another one, as a click goes: its calls are made by the browser. */
export const click = (name: string) => (page: Page) =>
  page.evaluate((label) => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('nav[aria-label="Site"] a')]
    links.find((link) => link.textContent === label)?.click()
  }, name)
