import type { Logger } from 'pino'
import type { Config } from './config.ts'

/** Warns of what production can be opened with and should not be for long. */
export function warnOfProduction({ production, publicUrl, smtp }: Config, log: Logger): void {
  if (!production) return
  if (!publicUrl.startsWith('https:'))
    log.warn({ event: 'no-https', publicUrl }, 'without https cookies are not Secure')
  if (!smtp) log.warn({ event: 'no-mail' }, 'without SMTP_URL mail is kept in files and reaches nobody')
}
