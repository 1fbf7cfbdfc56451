/**
 * A mail as the shop writes it: paragraphs of plain text and, where there is something to do, one link. Both
 * forms of the mail are made from it. `replyTo`: whom an answer goes to, where that is not the shop.
 */
export type Mail = {
  to: string
  subject: string
  text: string[]
  action?: { label: string; url: string }
  replyTo?: string
}

/** Sends mail, or keeps it where it can be read. Throws where it cannot: the job is tried again. */
export type MailSender = { send(mail: Mail): Promise<void> }

export const mailText = ({ text, action }: Mail): string =>
  `${[...text, ...(action ? [`${action.label}:\n${action.url}`] : [])].join('\n\n')}\n\nClamshell\nUsed laptops you can trust.\n`

const BUTTON =
  'display:inline-block;background:#a63c00;color:#fff;font-weight:600;text-decoration:none;border-radius:10px;padding:12px 20px'

export function mailHtml({ subject, text, action }: Mail): string {
  const paragraphs = text.map((paragraph) => `<p style="white-space:pre-line">${escapeHtml(paragraph)}</p>`)
  if (action)
    paragraphs.push(
      `<p><a href="${escapeHtml(action.url)}" style="${BUTTON}">${escapeHtml(action.label)}</a></p>`,
    )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font-family:system-ui,sans-serif;line-height:1.5;color:#24262d;background:#fbfaf7;padding:24px">
<div style="max-width:560px;margin:auto;background:#fff;border:1px solid #e4e2dd;border-radius:16px;padding:24px">
<h1 style="font-size:20px;margin-top:0">${escapeHtml(subject)}</h1>
${paragraphs.join('\n')}
<p style="color:#6b6f7a;border-top:1px solid #e4e2dd;padding-top:16px">Clamshell. Used laptops you can trust.</p>
</div></body></html>`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
