import { html, raw } from 'hono/html'
import type { GoogleAccount } from './google-sandbox.ts'

type Html = ReturnType<typeof html>

/** The page on which an account is chosen, or the sign-in given up. `search` is what the shop asked for. */
export function accountPage(accounts: readonly GoogleAccount[], search: string): Html {
  const choices = accounts.map(
    ({ name, email, note }) => html`<li><button name="email" value="${email}">
<span class="face" aria-hidden="true">${name.slice(0, 1)}</span>
<span><strong>${name}</strong><br>${email}${note && html`<br><small>${note}</small>`}</span>
</button></li>
`,
  )
  return layout(
    'Choose an account',
    html`<p>to continue to <strong>Clamshell</strong></p>
<form method="post" action="/sandbox/google${search}">
<ul>${choices}</ul>
<p class="end"><button class="cancel" name="email" value="">Cancel</button></p>
</form>`,
  )
}

/** The page for whoever comes here by no way of the shop's. */
export function refusalPage(): Html {
  return layout(
    'This sign-in cannot go on',
    html`<p>It was not started by the shop, or not from this address. <a href="/login">Back to Login</a></p>`,
  )
}

const layout = (title: string, content: Html) => html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${title} · Test Google</title><style>${raw(STYLE)}</style></head>
<body><main><p class="badge">Test Google</p><h1>${title}</h1>${content}
<p class="why">This page stands in for Google on this machine: no Google credentials are set. Nobody’s real account is asked.</p>
</main></body></html>`

const STYLE = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: light-dark(#f0f4f9, #1e1f20); }
main { box-sizing: border-box; width: min(28rem, 100%); padding: 2rem 1.5rem; border-radius: 1.5rem;
  background: light-dark(#fff, #0e0e0e); color: light-dark(#1f1f1f, #e3e3e3); }
h1 { margin: .75rem 0 .25rem; font-size: 1.75rem; font-weight: 500; line-height: 1.2; }
p { margin: 0; }
a { color: inherit; }
.badge { display: inline-block; padding: .125rem .625rem; border-radius: 1rem; font-size: .8125rem; font-weight: 600;
  background: light-dark(#fdf0c8, #3d3210); color: light-dark(#5c4600, #f7dc86); }
ul { margin: 1.25rem 0; padding: 0; list-style: none; border-top: 1px solid light-dark(#dde1e6, #3a3b3c); }
li { border-bottom: 1px solid light-dark(#dde1e6, #3a3b3c); }
button { font: inherit; color: inherit; cursor: pointer; }
li button { display: flex; gap: 1rem; align-items: center; width: 100%; min-height: 4rem; padding: .75rem .5rem;
  border: 0; background: none; text-align: left; overflow-wrap: anywhere; }
li button:hover, .cancel:hover { background: light-dark(#f0f4f9, #2a2b2d); }
button:focus-visible, a:focus-visible { outline: 2px solid light-dark(#0b57d0, #a8c7fa); outline-offset: 2px; }
.face { flex: none; display: grid; place-items: center; width: 2.25rem; height: 2.25rem; border-radius: 50%;
  background: light-dark(#0b57d0, #a8c7fa); color: light-dark(#fff, #062e6f); font-weight: 600; }
small, .why { font-size: .875rem; color: light-dark(#444746, #c4c7c5); }
.end { text-align: right; }
.cancel { min-height: 2.75rem; padding: 0 1.25rem; border: 1px solid light-dark(#747775, #8e918f); border-radius: 1.5rem;
  background: none; }
.why { margin-top: 1.5rem; }`
