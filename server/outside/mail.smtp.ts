import { createTransport } from 'nodemailer'
import { type MailSender, mailHtml, mailText } from './mail.ts'

/** A server that does not answer is given up: the job tries again later. In milliseconds. */
const PATIENCE = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 30_000 }

type Settings = { url: string; from: { name: string; address: string } }

/** Sends through an SMTP server. Throws where it does not take the mail. */
export function createSmtpMail({ url, from }: Settings): MailSender {
  // What a mail says is never taken for the name of a file or of a page to read.
  const transport = createTransport({ url, ...PATIENCE, disableFileAccess: true, disableUrlAccess: true })
  return {
    async send(mail) {
      await transport.sendMail({
        from,
        to: only(mail.to),
        // Never taken from what a visitor wrote, as it would be from Reply-To where there is no other.
        envelope: { from: only(from.address), to: only(mail.to) },
        ...(mail.replyTo && { replyTo: only(mail.replyTo) }),
        subject: mail.subject,
        text: mailText(mail),
        html: mailHtml(mail),
      })
    },
  }
}

/** One address, whatever stands in it: not parsed into a list. */
const only = (address: string) => ({ name: '', address })
