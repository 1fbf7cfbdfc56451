import { html, raw } from 'hono/html'

/**
 * A mail as the shop writes it: paragraphs of plain text and, if there is something to do, one link. Both forms of the
 * mail are made from it. A place that somebody typed ends its line, or their full stop would meet the shop's.
 * `replyTo`: whom a reply goes to, if not to the shop.
 */
export type Mail = {
  to: string
  subject: string
  text: string[]
  action?: { label: string; url: string }
  replyTo?: string
}

/** Sends mail, or stores it where it can be read. Throws if it cannot: the job is tried again. */
export type MailSender = { send(mail: Mail): Promise<void> }

/** The mail as plain text. */
export const mailText = ({ text, action }: Mail): string =>
  `${[...text, ...(action ? [`${action.label}:\n${action.url}`] : [])].join('\n\n')}\n\nClamshell\nUsed laptops you can trust.\n`

/*
 * The styles are inline, since some programs drop a style sheet; the sheet only turns the mail dark where the reader's
 * program is dark.
 */
const STYLE = {
  page: 'margin:0;padding:24px 12px;background:#fbfaf6;color:#161b24;font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif',
  name: 'max-width:560px;margin:0 auto 12px;font-size:18px;font-weight:700;letter-spacing:-.01em',
  card: 'max-width:536px;margin:0 auto;padding:24px;background:#ffffff;border:1px solid #e0ded7;border-top:4px solid #ed5f18;border-radius:16px',
  title: 'margin:0 0 16px;font-size:21px;line-height:1.25',
  /** Each paragraph has the direction of its own letters: it may be what somebody wrote. */
  paragraph:
    'margin:0 0 16px;white-space:pre-line;overflow-wrap:anywhere;unicode-bidi:plaintext;text-align:left',
  button:
    'display:inline-block;padding:12px 20px;border-radius:10px;background:#ed5f18;color:#1a0b06;font-weight:600;text-decoration:none',
  quiet: 'margin:0 0 16px;font-size:14px;color:#585e69;overflow-wrap:anywhere',
  foot: 'max-width:560px;margin:16px auto 0;font-size:14px;color:#585e69',
}
const DARK = `@media (prefers-color-scheme:dark){
.page{background:#12151a!important;color:#efede7!important}
.card{background:#1b1e25!important;border-color:#33373f!important;border-top-color:#fb7a39!important}
.button{background:#fb7a39!important}
.quiet{color:#aeaba2!important}
}`

/** The mail as HTML: its link as a button, and as an address below it for programs that show no button. */
export async function mailHtml({ subject, text, action }: Mail): Promise<string> {
  const paragraphs = text.map(
    (one) => html`<p style="${STYLE.paragraph}">${one}</p>
`,
  )
  const link =
    action &&
    html`<p style="${STYLE.paragraph}"><a class="button" href="${action.url}" style="${STYLE.button}">${action.label}</a></p>
<p class="quiet" style="${STYLE.quiet}">Or open this address: ${action.url}</p>`
  const page = await html`<!doctype html>
<html lang="en" dir="ltr">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><title>${subject}</title>
<style>:root{color-scheme:light dark}${raw(DARK)}</style></head>
<body class="page" style='${raw(STYLE.page)}'>
<div style="${STYLE.name}">Clamshell</div>
<div class="card" style="${STYLE.card}">
<h1 style="${STYLE.title}">${subject}</h1>
${paragraphs}${link}
</div>
<p class="quiet" style="${STYLE.foot}">Used laptops you can trust.</p>
</body></html>`
  // `html` makes a String object, which nodemailer does not take for text.
  return String(page)
}
