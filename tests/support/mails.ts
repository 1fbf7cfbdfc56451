import type { FrontDoor } from './front-door.ts'

/** The subjects of all mails to an address, oldest first. */
export const subjectsTo = (shop: FrontDoor, email: string): string[] =>
  shop.mails.filter(({ to }) => to === email).map(({ subject }) => subject)

/** The link in the newest mail to an address: the page, and the token that the link carries. */
export function linkTo(shop: FrontDoor, email: string): { page: string; token: string } {
  const mail = shop.mails.findLast(({ to, action }) => to === email && action)
  const url = new URL(mail?.action?.url ?? `http://no-mail-to.${email}`)
  return { page: url.pathname, token: url.searchParams.get('token') ?? '' }
}
