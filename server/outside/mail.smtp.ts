import { createTransport } from 'nodemailer'
import { type MailSender, mailHtml, mailText } from './mail.ts'

/**
 * A server that does not answer is given up, and the job tries again later. In milliseconds; the first also applies to
 * its greeting.
 */
const TIMEOUTS = { connectionTimeout: 10_000, socketTimeout: 30_000 }
/** For the whole of a mail, in milliseconds: a server that answers byte by byte is never silent for long. */
const SENDING_MS = 60_000

type Settings = { url: string; from: { name: string; address: string } }

/** Sends through an SMTP server. Throws if it does not accept the mail. */
export function createSmtpMail({ url, from }: Settings): MailSender {
  // Nothing in a mail is ever taken for the name of a file or the address of a page to read.
  const transport = createTransport({ url, ...TIMEOUTS, disableFileAccess: true, disableUrlAccess: true })
  return {
    async send(mail) {
      await transport.sendMail({
        from,
        to: only(mail.to),
        // Never derived from what a visitor wrote, as it would be from Reply-To if there is no other address.
        envelope: { from: only(from.address), to: only(mail.to) },
        ...(mail.replyTo && { replyTo: only(mail.replyTo) }),
        subject: mail.subject.includes('=?') ? encoded(mail.subject) : mail.subject,
        text: mailText(mail),
        html: await mailHtml(mail),
        signal: AbortSignal.timeout(SENDING_MS),
      })
    },
  }
}

/** One address, whatever it contains: not parsed as a list. */
const only = (address: string) => ({ name: '', address })

/**
 * The whole subject as encoded words (RFC 2047). Otherwise an encoded word that somebody typed, `=?utf-8?B?…?=`, would
 * be sent as it is and be shown decoded: with characters that are refused in input, or an address that must not become
 * a link. Eleven characters at a time, since an encoded word has at most 75 and none may end within a character.
 */
const encoded = (subject: string) =>
  subject.replace(/.{1,11}/gsu, (part) => `=?UTF-8?B?${Buffer.from(part).toString('base64')}?= `).trimEnd()
