import type { FrontDoor } from './front-door.ts'

/** The subjects of what was mailed to an address, oldest first. */
export const subjectsTo = (shop: FrontDoor, email: string): string[] =>
  shop.mails.filter(({ to }) => to === email).map(({ subject }) => subject)

/** Where the newest mail to an address leads: the page, and the token that its link carries. */
export function linkTo(shop: FrontDoor, email: string): { page: string; token: string } {
  const mail = shop.mails.findLast(({ to, action }) => to === email && action)
  const url = new URL(mail?.action?.url ?? `http://no-mail-to.${email}`)
  return { page: url.pathname, token: url.searchParams.get('token') ?? '' }
}
