import { html, raw } from 'hono/html'
import { type Mail, mailHtml, mailText } from './mail.ts'

type Kept = { mail: Mail; sentAt: Date }

const STYLE = `
:root{color-scheme:light dark;--paper:light-dark(#fbfaf6,#12151a);--raised:light-dark(#fff,#1b1e25);
--ink:light-dark(#161b24,#efede7);--muted:light-dark(#585e69,#aeaba2);--line:light-dark(#e0ded7,#33373f);
--signal:light-dark(#b63e03,#fe9b61)}
body{margin:0;background:var(--paper);color:var(--ink);font:1rem/1.5 system-ui,sans-serif}
header,main{box-sizing:border-box;max-width:48rem;margin:auto;padding:1rem}
header{display:flex;justify-content:space-between;align-items:center}
a{color:inherit;text-underline-offset:.2em}a:hover{color:var(--signal)}
:focus-visible{outline:2.5px solid var(--signal);outline-offset:2px;border-radius:4px}
.shop{font-weight:700;font-size:1.25rem;text-decoration:none}
h1{font-size:1.75rem;line-height:1.2;margin:1rem 0 .25rem}
h2{font-size:1.125rem;margin:0;overflow-wrap:anywhere}
.muted{color:var(--muted)}
article{margin-top:1.5rem;border:1px solid var(--line);border-radius:1rem;background:var(--raised);overflow:hidden}
.head{padding:1rem}.head p{margin:.25rem 0 0;font-size:.9375rem;overflow-wrap:anywhere}
iframe{display:block;width:100%;height:32rem;border:0;border-block:1px solid var(--line)}
summary{padding:.75rem 1rem;min-height:1.5rem;cursor:pointer;font-size:.9375rem}
pre{margin:0;padding:0 1rem 1rem;white-space:pre-wrap;overflow-wrap:anywhere;font-size:.875rem}`

/** The mail within a frame has inline styles of its own; nothing else is allowed. */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The outbox as a page: mail newest first, each as HTML with working links, and as plain text. */
export async function mailOutboxPage(mails: Kept[]): Promise<Response> {
  const page = await html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Outbox · Clamshell</title><link rel="icon" href="/favicon.svg" type="image/svg+xml"><style>${raw(STYLE)}</style></head>
<body><header><a class="shop" href="/">Clamshell</a><a href="/outbox">Look for new mail</a></header>
<main><h1>Outbox</h1>
<p class="muted">Mail that the shop would send. It is kept on this machine because no mail server is set.</p>
${mails.length > 0 ? mails.map(article) : html`<p>No mail yet.</p>`}
</main></body></html>`
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    'cache-control': 'no-store',
  }
  return new Response(String(page), { headers })
}

async function article({ mail, sentAt }: Kept) {
  // Links open in the whole window, as from a mail program.
  const framed = (await mailHtml(mail)).replace('<head>', '<head><base target="_top">')
  const answers = mail.replyTo ? ` · answers to ${mail.replyTo}` : ''
  return html`<article><div class="head"><h2>${mail.subject}</h2>
<p class="muted">To ${mail.to}${answers} · <time datetime="${sentAt.toISOString()}">${sayTime(sentAt)}</time></p></div>
<iframe title="${mail.subject}" loading="lazy" sandbox="allow-popups allow-top-navigation-by-user-activation" srcdoc="${framed}"></iframe>
<details><summary>As plain text</summary><pre>${mailText(mail)}</pre></details></article>
`
}

const sayTime = (at: Date) => `${at.toISOString().slice(0, 19).replace('T', ' ')} UTC`
