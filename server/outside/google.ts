import './too-many-encodings.ts'

/** The addresses of Google's sign-in: the fixed ones of the real one, or those of a stand-in that is running now. */
type GoogleEntry = {
  /** Its OpenID Connect discovery document. */
  discoveryUrl: string
  /** The path on the shop's own origin where people choose an account; Google's own page where it is missing. */
  choosePath?: string
}

/** Google as the shop sees it: the issuer of its accounts, the shop's client, and the way in. */
export type GoogleProvider = {
  /** Together with a person's subject, this identifies an account. */
  issuer: string
  clientId: string
  clientSecret: string
  /** The claim that identifies a person for good. */
  subjectClaim: 'sub' | 'email'
  /** Makes sure that it is running. Called before each sign-in; a stand-in starts with the first. */
  open(): Promise<GoogleEntry>
}

const ISSUER = 'https://accounts.google.com'

/** The real Google, for the operator's OAuth client, whose redirect address is PUBLIC_URL/auth/callback/google. */
export function createGoogle(client: { clientId: string; clientSecret: string }): GoogleProvider {
  const entry = { discoveryUrl: `${ISSUER}/.well-known/openid-configuration` }
  return { ...client, issuer: ISSUER, subjectClaim: 'sub', open: async () => entry }
}
