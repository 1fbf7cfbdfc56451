import { randomUUID } from 'node:crypto'
import { chmod, mkdir, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomically } from '../write-file-atomically.ts'
import type { Mail, MailSender } from './mail.ts'
import { mailOutboxPage } from './mail-outbox-page.ts'

export type Outbox = MailSender & {
  /** The newest hundred mails as one page. */
  page(): Promise<Response>
}

/**
 * Stores mail as files in a folder of this machine, for trying out: it is read at `/outbox`. Only the owner can read
 * folder and files, since mail has links that sign people in.
 */
export function createOutbox(folder: string, clock: () => Date): Outbox {
  return {
    async send(mail) {
      // Never its parents: where the disk of DATA_DIR is gone, the mail must wait for it.
      await mkdir(folder, 0o700).catch(unlessThere)
      // A folder that existed has kept its mode. A disk without modes refuses this, and must work too.
      await chmod(folder, 0o700).catch(() => {})
      const name = `${clock().toISOString().replaceAll(':', '-')}-${randomUUID()}.json`
      await writeFileAtomically(join(folder, name), JSON.stringify(mail), { mode: 0o600 })
    },
    async page() {
      const names = await readdir(folder).catch(noneIfAbsent)
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

function unlessThere(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EEXIST') throw error
}

/** The time at the start of a file's name, where dashes stand for colons since not every disk allows those. */
const timeOf = (name: string) => new Date(name.slice(0, 24).replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'))

/** An outbox that cannot be read must not look empty. */
function noneIfAbsent(error: NodeJS.ErrnoException): string[] {
  if (error.code !== 'ENOENT') throw error
  return []
}
