import { createTransport } from 'nodemailer'
import { type MailSender, mailHtml, mailText } from './mail.ts'

/**
 * A server that does not answer is given up: the job tries again later. In milliseconds; the first is for its greeting,
 * too.
 */
const TIMEOUTS = { connectionTimeout: 10_000, socketTimeout: 30_000 }

type Settings = { url: string; from: { name: string; address: string } }

/** Sends through an SMTP server. Throws where it does not take the mail. */
export function createSmtpMail({ url, from }: Settings): MailSender {
  // What a mail says is never taken for the name of a file or of a page to read.
  const transport = createTransport({ url, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true })
  return {
    async send(mail) {
      await transport.sendMail({
        from,
        to: only(mail.to),
        // Never taken from what a visitor wrote, as it would be from Reply-To where there is no other.
        envelope: { from: only(from.address), to: only(mail.to) },
        ...(mail.replyTo && { replyTo: only(mail.replyTo) }),
        subject: mail.subject.includes('=?') ? encoded(mail.subject) : mail.subject,
        text: mailText(mail),
        html: mailHtml(mail),
      })
    },
  }
}

/** One address, whatever stands in it: not parsed into a list. */
const only = (address: string) => ({ name: '', address })

/**
 * A subject as encoded words (RFC 2047), whole. What somebody typed as one, `=?utf-8?B?…?=`, would otherwise be left as it
 * is, and be shown as what stands in it: signs that are refused where they are typed, an address that was to be no link.
 * Eleven characters at a time, since a word has at most 75 and none may end within a character.
 */
const encoded = (subject: string) =>
  subject.replace(/.{1,11}/gsu, (part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?= `).trimEnd()
