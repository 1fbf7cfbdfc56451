import { readdirSync } from 'node:fs'
import { expect, type Locator, type Page, type Route } from '@playwright/test'
import type { SignUpType } from '#contract/choices.ts'
import type { Product } from '#contract/products.ts'
import { DEMO_PASSWORD } from '#server/demo/people.ts'
import { PASSWORD } from './people.ts'

/* User actions on the shop's pages, by the pages' own labels; all people have the same password. */
export { PASSWORD }

const PICTURES = 'server/demo/pictures'
export const photo = () => `${PICTURES}/${readdirSync(PICTURES).find((name) => name.endsWith('.webp'))}`

let count = 0
export const newEmail = () => `visitor-${process.pid}-${Date.now()}-${++count}@example.com`

/** Anything with a visitor's cookies: a page, or just the context if no page has to be drawn. */
export type Caller = Pick<Page, 'request'>

type NewPerson = { email: string; name?: string; userType?: SignUpType; image?: string }

/** Signs up as a visitor does. */
export async function signUpByForm(page: Page, person: NewPerson): Promise<void> {
  await sendSignUp(page, person)
  await expect(message(page)).toContainText('User Created Successfully.')
  await expect(page).toHaveURL('/')
}

type AtSignUp = NewPerson & { picture?: string }

/** The same, without waiting for the result. */
export async function sendSignUp(page: Page, person: AtSignUp): Promise<void> {
  await page.goto('/signup')
  await fillSignUp(page, person)
  await page.getByRole('button', { name: 'Sign Up' }).click()
}

/** Fills the form of the open page. */
export async function fillSignUp(
  page: Page,
  { email, name = 'Ada Lovelace', userType = 'buyer', picture = photo() }: AtSignUp,
): Promise<void> {
  await page.getByLabel('Name').fill(name)
  await page.getByLabel('Photo').setInputFiles(picture)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByLabel(userType === 'buyer' ? 'Buyer' : 'Seller').check()
  await page.getByRole('checkbox').check()
}

/** Creates an account and signs in to it by API calls, for tests that do not check the forms. */
export async function signUp(
  caller: Caller,
  { email, name = 'Ada Lovelace', userType = 'buyer', image }: NewPerson,
): Promise<void> {
  await send(caller, '/auth/sign-up/email', { name, email, password: PASSWORD })
  await send(caller, '/api/users', { name, email, userType, image })
}

/** Signs in as a visitor does, with the form that is shown. */
export async function signInByForm(page: Page, email: string, password = DEMO_PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Login' }).click()
}

/** Signs in by API call; the next page that is opened is signed in. */
export async function signIn(caller: Caller, email: string, password = DEMO_PASSWORD): Promise<void> {
  await send(caller, '/auth/sign-in/email', { email, password })
}

async function send({ request }: Caller, path: string, data: object): Promise<void> {
  const answer = await request.post(path, { data })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
}

/** The region of the toasts. */
export const message = (page: Page): Locator => page.getByRole('region', { name: 'Notices' })

/**
 * Does something whose success the shop reports in a toast. It starts looking before the action: a success disappears
 * after seven seconds, which a busy machine may need to get there.
 */
export async function expectTold(page: Page, text: string, act: () => Promise<void> | void): Promise<void> {
  await Promise.all([expect(message(page)).toContainText(text), act()])
}

/**
 * Keeps calls from being sent, as on a slow connection; returns a function that lets them go: to `answer`, or to the
 * shop.
 */
export async function holdBack(
  page: Page,
  calls: string,
  answer = (route: Route) => route.fallback(),
): Promise<() => void> {
  const letGo = Promise.withResolvers<void>()
  await page.route(calls, async (route) => {
    await letGo.promise
    await answer(route)
  })
  return letGo.resolve
}

/** Sends the call of the open dialog and closes the dialog; returns a function that releases the call. */
export async function closeUnderWay(page: Page, action: string, calls: string): Promise<() => void> {
  const letGo = await holdBack(page, calls)
  const dialog = page.locator('dialog[open]')
  await dialog.getByRole('button', { name: action }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  return letGo
}

/** Holds back the next answer to a call; tells when the shop has given it, and lets it through on demand. */
export async function holdAnswer(
  page: Page,
  call: string,
): Promise<{ given: Promise<void>; come: () => void }> {
  const given = Promise.withResolvers<void>()
  const letCome = Promise.withResolvers<void>()
  await page.route(
    call,
    async (route) => {
      const response = await route.fetch()
      given.resolve()
      await letCome.promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  return { given: given.promise, come: letCome.resolve }
}

/** A route whose call the shop carries out, but whose answer is lost on the way. */
export async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort()
}

/** Loses the answers of these calls, and closes the dialog once its code has handled that, before it is rendered. */
export const closeAsLost = (page: Page, calls: string) =>
  page.evaluate((calls) => {
    const ask = window.fetch
    window.fetch = async (...asked) => {
      const answer = await ask(...asked)
      if (!new RegExp(calls).test(answer.url)) return answer
      const close = async () => {
        for (let turns = 0; turns < 100; turns++) await undefined
        document.querySelector('dialog[open]')?.dispatchEvent(new Event('cancel', { cancelable: true }))
      }
      void close()
      throw new TypeError('lost')
    }
  }, calls)

export type Laptop = { _id: string; name: string; currentPrice: number }
const taken = new Set<string>()

/**
 * An advertised laptop of the demo that no other test of this shop has taken, the oldest first of those on the page:
 * tests advertise others, and laptops after the first part of the list are not visible. No two have the same name.
 */
export const takeLaptop = (page: Page): Promise<Product> => take(page, '/api/adsproduct', true)

/** One that is not advertised, of which there are more: for tests that check no list. */
export const takeOther = (page: Page): Promise<Product> => take(page, '/api/products?limit=100', false)

/** An advertised laptop that later tests may have as well: for tests that neither order nor save it. */
export const shareLaptop = (page: Page): Promise<Product> => findLeft(page, '/api/adsproduct', true)

async function take(page: Page, list: string, advertised: boolean): Promise<Product> {
  const laptop = await findLeft(page, list, advertised)
  taken.add(laptop._id)
  return laptop
}

async function findLeft(page: Page, list: string, advertised: boolean): Promise<Product> {
  const laptops: Product[] = await (await page.request.get(list)).json()
  const isLeft = ({ _id, ads, description }: Product) =>
    ads === advertised && description.includes('DEMO-') && !taken.has(_id)
  const laptop = laptops.findLast(isLeft)
  if (!laptop) throw new Error(`No such laptop is left in ${list}.`)
  return laptop
}

/** The laptop's card on a page that lists laptops. */
export const cardOf = (page: Page, laptop: Pick<Laptop, 'name'>): Locator =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: laptop.name, exact: true }) })

/** Orders as a visitor does, on the page of advertised laptops. */
export async function orderByForm(page: Page, laptop: Laptop): Promise<void> {
  await page.goto('/advertisedProducts')
  await cardOf(page, laptop).getByRole('button', { name: 'Place Order' }).click()
  const form = page.getByRole('dialog', { name: 'Booking Form' })
  await form.getByLabel('Phone').fill('01700000009')
  await form.getByLabel('Location').fill('Multiplan Center, Elephant Road')
  await expectTold(page, 'Booking Successfully Submitted.', () =>
    form.getByRole('button', { name: 'Submit' }).click(),
  )
  await expect(form).toBeHidden()
}

/**
 * Fakes the response to the order in the open Booking Form: an address gets five guest orders an hour, and all browser
 * tests share one.
 */
export async function fakeOrder(page: Page): Promise<void> {
  const shown = await page.getByLabel('Product Price').inputValue()
  const price = Number(shown.replace(/[$,]/g, ''))
  await page.route('**/api/booking', (route) =>
    route.fulfill({ json: { acknowledged: true, insertedId: '', price, paid: false } }),
  )
}

/** Fills in Add Products, with everything but the picture. */
export async function describeLaptop(page: Page, name: string): Promise<void> {
  await page.goto('/dashboard/addproducts')
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Walton').check()
  await page.getByLabel('Original Price').fill('899')
  await page.getByLabel('Current Price').fill('449.50')
  await page.getByLabel('Good', { exact: true }).check()
  await page.getByLabel('Purchase Year').fill('1Y 2M')
  await page.getByLabel('Phone').fill('01712345678')
  await page.getByLabel('Meeting Location').fill('IDB Bhaban, Agargaon')
  await page.getByLabel('Description').fill('Light wear, battery 81 %.')
}

/** From My Orders to the payment page of an order. */
export async function openPayment(page: Page, laptop: Laptop): Promise<void> {
  await page.goto('/dashboard/myorders')
  await page.getByRole('row', { name: laptop.name }).getByRole('link', { name: 'Pay' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    `Please complete the payment for ${laptop.name}`,
  )
}

export async function typeCard(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12/40')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: 'Payment' }).click()
}

/** Opens a page and waits for hydration: the page then asks who is signed in, and has the answer by now. */
export async function openAlive(page: Page, path: string): Promise<void> {
  const [answer] = await Promise.all([page.waitForResponse('**/auth/get-session'), page.goto(path)])
  await answer.finished()
}

/** Opens a page and waits for hydration; returns a function that then lets it know who is signed in. */
export async function openUnknown(page: Page, path: string): Promise<() => void> {
  const know = await holdBack(page, '**/auth/get-session')
  await Promise.all([page.waitForRequest('**/auth/get-session'), page.goto(path)])
  return know
}

/** Opens a page whose scripts are still loading; returns a function that lets them load. */
export async function openBeforeItIsAlive(page: Page, path: string): Promise<() => void> {
  const comeAlive = await holdBack(page, '**/*.js')
  await page.goto(path, { waitUntil: 'commit' })
  return comeAlive
}

/** Opens the home page and waits for hydration: before that a link loads a whole page from the server. */
export async function openHome(page: Page): Promise<void> {
  await page.goto('/')
  await expect(page.locator('[type=submit]:disabled')).toHaveCount(0)
}

/** Waits for the frames in which what the page has just been told is drawn. */
export const drawn = (page: Page) =>
  page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(next))))

/** Somebody returns to the window: the page asks anew. */
export const comeBack = (page: Page) => page.evaluate(() => dispatchEvent(new Event('focus')))

/**
 * Resizes the window of an open page, and waits for the frames drawn in that size: a busy browser answers before the
 * parts that depend on the window's size are laid out.
 */
export async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  await page.setViewportSize(size)
  await page.evaluate(async ({ width, height }) => {
    const drawn = () => new Promise(requestAnimationFrame)
    do await drawn()
    while (innerWidth !== width || innerHeight !== height)
    await drawn()
  }, size)
}
