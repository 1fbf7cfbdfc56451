import { createTransport } from 'nodemailer'
import { type MailSender, mailHtml, mailText } from './mail.ts'

/** Sends through an SMTP server. */
export function createSmtpMail({ url, from }: { url: string; from: string }): MailSender {
  const transport = createTransport(url)
  return {
    async send(mail) {
      await transport.sendMail({
        from,
        to: mail.to,
        ...(mail.replyTo && { replyTo: mail.replyTo }),
        subject: mail.subject,
        text: mailText(mail),
        html: mailHtml(mail),
      })
    },
  }
}
