/** Where Google's sign-in is reached: the real one's fixed addresses, or those of a stand-in that runs now. */
type GoogleEntry = {
  /** Its OpenID Connect discovery document. */
  discoveryUrl: string
  /** The path on the shop's own origin where people choose an account; Google's own page where it is missing. */
  choosePath?: string
}

/** Google as the shop sees it: whose accounts they are, who the shop is there, and the way in. */
export type GoogleProvider = {
  /** Together with a person's subject, what an account is known by. */
  issuer: string
  clientId: string
  clientSecret: string
  /** The claim that names a person for good. */
  subjectClaim: 'sub' | 'email'
  /** Makes sure that it is there. Asked before each sign-in; a stand-in starts with the first. */
  open(): Promise<GoogleEntry>
}

const ISSUER = 'https://accounts.google.com'

/** The real Google, for an OAuth client of the operator's whose redirect address is PUBLIC_URL/auth/callback/google. */
export function createGoogle(client: { clientId: string; clientSecret: string }): GoogleProvider {
  const entry = { discoveryUrl: `${ISSUER}/.well-known/openid-configuration` }
  return { ...client, issuer: ISSUER, subjectClaim: 'sub', open: async () => entry }
}
