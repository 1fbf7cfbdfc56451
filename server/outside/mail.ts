/** A mail as the shop writes it: paragraphs of plain text, from which both forms of it are made. */
export type Mail = { to: string; subject: string; text: string[] }

/** Sends mail, or keeps it where it can be read. Throws where it cannot: the job is tried again. */
export type MailSender = { send(mail: Mail): Promise<void> }

export const mailText = ({ text }: Mail): string =>
  `${text.join('\n\n')}\n\nClamshell\nUsed laptops you can trust.\n`

export function mailHtml({ subject, text }: Mail): string {
  const paragraphs = text.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`).join('\n')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="font-family:system-ui,sans-serif;line-height:1.5;color:#24262d;background:#fbfaf7;padding:24px">
<div style="max-width:560px;margin:auto;background:#fff;border:1px solid #e4e2dd;border-radius:16px;padding:24px">
<h1 style="font-size:20px;margin-top:0">${escapeHtml(subject)}</h1>
${paragraphs}
<p style="color:#6b6f7a;border-top:1px solid #e4e2dd;padding-top:16px">Clamshell. Used laptops you can trust.</p>
</div></body></html>`
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
