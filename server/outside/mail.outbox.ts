import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { escapeHtml, type Mail, type MailSender, mailHtml } from './mail.ts'

export type Outbox = MailSender & {
  /** All mail, newest first, as one page. */
  page(): Promise<string>
}

/** Keeps mail as files in a folder of this machine, for trying out: it is read at `/outbox`. */
export function createOutbox(folder: string, clock: () => Date): Outbox {
  return {
    async send(mail) {
      await mkdir(folder, { recursive: true })
      const name = `${clock().toISOString().replaceAll(':', '-')}-${randomUUID()}.json`
      await writeFile(join(folder, `.${name}`), JSON.stringify(mail))
      await rename(join(folder, `.${name}`), join(folder, name))
    },
    async page() {
      const names = await readdir(folder).catch(() => [])
      const newest = names
        .filter((name) => /^\d.*\.json$/.test(name))
        .sort()
        .reverse()
        .slice(0, 100)
      const mails = await Promise.all(
        newest.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8')) as Mail),
      )
      return outboxPage(mails)
    },
  }
}

function outboxPage(mails: Mail[]): string {
  const items = mails.map(
    (mail) =>
      `<section><h2>To ${escapeHtml(mail.to)}</h2><iframe title="${escapeHtml(mail.subject)}" sandbox srcdoc="${escapeHtml(mailHtml(mail))}" width="100%" height="420"></iframe></section>`,
  )
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Outbox</title></head><body><h1>Outbox</h1>
<p>Mail that the shop would send. It is kept on this machine because no mail server is set.</p>
${items.join('\n') || '<p>No mail yet.</p>'}</body></html>`
}
