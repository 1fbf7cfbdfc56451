import { expect, type Locator, type Page } from '@playwright/test'

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' }

/** A page's HTML as readable text; in the outbox each mail is a document within the page. */
const readable = (html: string): string =>
  html.replace(/&(?:#(\d+)|(\w+));/g, (all, code, name) =>
    code ? String.fromCharCode(Number(code)) : (ENTITIES[name] ?? all),
  )

/** Waits for a mail to `email` that links to `pathname`, and returns the link's path and query. */
export async function mailedPath(page: Page, email: string, pathname: string): Promise<string> {
  let path: string | undefined
  await expect(async () => {
    const outbox = await (await page.request.get('/outbox')).text()
    // The newest first, each mail in an element of its own.
    const mails = outbox.split(/<(?:article|section)\b/).map((mail) => readable(readable(mail)))
    const mail = mails.find((text) => text.includes(email) && text.includes(`${pathname}?token=`))
    path = /[^/\s"<]*\/[\w-]+\?token=[\w-]+/.exec(mail?.slice(mail.indexOf(`${pathname}?token=`)) ?? '')?.[0]
    expect(path, `a mail to ${email} with a link to ${pathname}`).toBeTruthy()
  }).toPass({ timeout: 20_000 })
  return path ?? ''
}

/** A mail on the outbox page. */
export const mailTo = (page: Page, to: string, subject: string): Locator =>
  page
    .getByRole('article')
    .filter({ hasText: `To ${to}` })
    .filter({ has: page.getByRole('heading', { name: subject }) })

/** Mail is sent by a job: it arrives when the job is done. */
export async function expectMail(page: Page, mail: Locator): Promise<void> {
  await expect(async () => {
    await page.goto('/outbox')
    await expect(mail).toBeVisible({ timeout: 500 })
  }).toPass()
}
