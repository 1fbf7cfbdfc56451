import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Mail, MailSender } from './mail.ts'
import { mailOutboxPage } from './mail-outbox-page.ts'

export type Outbox = MailSender & {
  /** The newest hundred mails as one page. */
  page(): Promise<Response>
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
      const kept = newest.map(async (name) => {
        const mail: Mail = JSON.parse(await readFile(join(folder, name), 'utf8'))
        return { mail, sentAt: timeOf(name) }
      })
      return mailOutboxPage(await Promise.all(kept))
    },
  }
}

/** A file's name begins with the time, its colons as dashes since not every disk takes them. */
const timeOf = (name: string) => new Date(name.slice(0, 24).replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))
