import { methodNotAllowed } from '#server/http/methods.ts'
import type { GoogleProvider } from '#server/outside/google.ts'
import { accountPage, refusalPage } from './account-page.ts'

/** Somebody with an account at the stand-in; `note` tells whoever chooses what will come of it. */
export type GoogleAccount = { name: string; email: string; emailVerified?: boolean; note?: string }

type GoogleSandboxOptions = {
  /** Where the shop takes people back: nowhere else does a choice lead. */
  redirectUris: string[]
  clientSecret: string
  accounts: readonly GoogleAccount[]
}

type GoogleSandbox = GoogleProvider & {
  /** Answers the page at `/sandbox/google` on which people choose an account, and their choice. */
  fetch(request: Request): Promise<Response>
  stop(): Promise<void>
}

const CLIENT_ID = 'clamshell.sandbox'
const TAKEN = ['GET', 'HEAD', 'POST']
/** Far more than a choice among accounts takes. */
const MOST_BYTES = 10_000

/**
 * A stand-in for Google's sign-in, for development, demonstration and tests. The protocol is `emulate`'s:
 * discovery, codes, PKCE, nonce, signed id tokens. The shop speaks to it over loopback as it does to the real
 * one over the network. Browsers see one page, on the shop's own address, so that it works from other
 * machines too. Nothing of it is loaded before somebody signs in with Google.
 *
 * Only the accounts given can be chosen: nobody becomes the owner of an e-mail address by typing it.
 */
export function createGoogleSandbox(options: GoogleSandboxOptions): GoogleSandbox {
  const { clientSecret, accounts } = options
  let running: ReturnType<typeof startEmulator> | undefined

  function start() {
    running ??= startEmulator(options).catch((error) => {
      running = undefined
      throw error
    })
    return running
  }

  return {
    issuer: 'sandbox',
    clientId: CLIENT_ID,
    clientSecret,
    // The stand-in's subjects are new with each start; its e-mail addresses never change hands.
    subjectClaim: 'email',
    async open() {
      const { url } = await start()
      return { discoveryUrl: `${url}/.well-known/openid-configuration`, choosePath: '/sandbox/google' }
    },
    async fetch(request) {
      const { method } = request
      if (!TAKEN.includes(method)) return methodNotAllowed(method, TAKEN)
      const { url } = await start()
      const { search, searchParams: asked } = new URL(request.url)
      // It knows whether it was the shop that asked, and where to take people back.
      const known = await fetch(`${url}/o/oauth2/v2/auth${search}`)
      const back = asked.get('redirect_uri')
      if (!known.ok || !back) return page(refusalPage(), 400)
      if (method !== 'POST') return page(accountPage(accounts, search))
      if (Number(request.headers.get('content-length')) > MOST_BYTES) return page(refusalPage(), 413)
      const form = await request.formData().catch(() => undefined)
      const email = String(form?.get('email'))
      if (email === '') return takeBack(back, { error: 'access_denied', state: asked.get('state') ?? '' })
      if (!accounts.some((account) => account.email === email)) return page(refusalPage(), 400)
      // The one that was chosen, and none that the address names.
      asked.set('email', email)
      const chosen = await fetch(`${url}/o/oauth2/v2/auth/callback`, {
        method: 'POST',
        body: asked,
        redirect: 'manual',
      })
      return takeBack(chosen.headers.get('location') ?? back)
    },
    async stop() {
      const emulator = await running
      running = undefined
      await emulator?.close()
    },
  }
}

async function startEmulator({ redirectUris, clientSecret, accounts }: GoogleSandboxOptions) {
  const { createEmulator } = await import('emulate')
  return createEmulator({
    service: 'google',
    port: 0,
    seed: {
      google: {
        users: accounts.map(({ name, email, emailVerified = true }) => ({
          name,
          email,
          email_verified: emailVerified,
          // Google has one of everybody.
          picture: 'https://lh3.googleusercontent.com/a/default-user',
        })),
        oauth_clients: [
          {
            client_id: CLIENT_ID,
            client_secret: clientSecret,
            name: 'Clamshell',
            redirect_uris: redirectUris,
          },
        ],
      },
    },
  })
}

function takeBack(to: string, more: Record<string, string> = {}): Response {
  const url = new URL(to)
  for (const [name, value] of Object.entries(more)) url.searchParams.set(name, value)
  return new Response(null, { status: 303, headers: { location: url.href } })
}

const page = async (html: ReturnType<typeof accountPage>, status = 200) =>
  new Response(String(await html), {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    },
  })
