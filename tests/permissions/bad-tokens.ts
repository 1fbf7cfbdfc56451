import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { EncryptJWT, SignJWT } from 'jose'
import { NONE } from './world.ts'

/** The headers and query of a request that carry a token, or something in its place. */
export type Brought = { authorization?: string; query?: string }
/** The valid token and its three parts, from which each bad one is made. */
type Good = { token: string; header: string; payload: string; signature: string }

const KEY = 'access-token a secret of the tests, long enough'
const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const claimsOf = (payload: string) => JSON.parse(Buffer.from(payload, 'base64url').toString())
const now = () => Math.floor(Date.now() / 1000)
const publicKey = createPublicKey(generateKeyPairSync('ed25519').privateKey).export({
  type: 'spki',
  format: 'pem',
}) as string

export function partsOf(token: string): Good {
  const [header = '', payload = '', signature = ''] = token.split('.')
  return { token, header, payload, signature }
}

/** The valid token signed again with a changed header or claims; with nothing changed it is valid. */
export function forge(
  { payload }: Good,
  { header = {}, claims = {}, key = KEY }: { header?: object; claims?: object; key?: string } = {},
): Promise<string> {
  const typed = { alg: 'HS256', typ: 'at+jwt', ...header }
  return new SignJWT({ ...claimsOf(payload), ...claims })
    .setProtectedHeader(typed)
    .sign(new TextEncoder().encode(key), { crit: { x: true } })
}

const forged =
  (forgery: NonNullable<Parameters<typeof forge>[1]>) =>
  async (good: Good): Promise<Brought> => ({ authorization: `Bearer ${await forge(good, forgery)}` })
const written =
  (write: (good: Good) => string) =>
  (good: Good): Brought => ({ authorization: write(good) })

/** The last letter of a signature has two unused bits: another letter for the same bytes. */
const malleable = (signature: string) => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  const last = letters.indexOf(signature.at(-1) ?? '')
  return signature.slice(0, -1) + letters[last ^ 1]
}

/** The 24 kinds of bad tokens, in their forms. */
export const BAD_TOKENS: [string, (good: Good) => Brought | Promise<Brought>][] = [
  ['1. no token', () => ({})],
  [
    '2. alg none in mixed case',
    written(({ payload }) => `Bearer ${encode({ alg: 'nOnE', typ: 'at+jwt' })}.${payload}.`),
  ],
  [
    '2. alg none with a signature',
    written(({ payload, signature }) => `Bearer ${encode({ alg: 'none' })}.${payload}.${signature}`),
  ],
  ['3. signed with another secret', forged({ key: 'another secret' })],
  ['4. signed with a public key as the secret', forged({ key: publicKey })],
  ['5. another HMAC algorithm', forged({ header: { alg: 'HS384' } })],
  [
    '6. a changed payload',
    written(({ header, payload, signature }) => {
      const claims = { ...claimsOf(payload), sub: NONE }
      return `Bearer ${header}.${encode(claims)}.${signature}`
    }),
  ],
  ['7. a truncated signature', written(({ token }) => `Bearer ${token.slice(0, -4)}`)],
  ['7. no signature', written(({ header, payload }) => `Bearer ${header}.${payload}.`)],
  ['8. a padded signature', written(({ token }) => `Bearer ${token}=`)],
  [
    '8. the same signature in another encoding of its last bits',
    written(({ header, payload, signature }) => `Bearer ${header}.${payload}.${malleable(signature)}`),
  ],
  [
    '8. a signature in base64 instead of base64url',
    written(({ header, payload, signature }) => {
      const other = Buffer.from(signature, 'base64url').toString('base64')
      return `Bearer ${header}.${payload}.${other}`
    }),
  ],
  ['9. expired a second ago', forged({ claims: { exp: now() - 1 } })],
  ['10. not valid until a minute from now', forged({ claims: { nbf: now() + 60 } })],
  ['11. issued in the future', forged({ claims: { iat: now() + 86_400 } })],
  ['11. issued too long ago, with a late expiry', forged({ claims: { iat: 1, exp: now() + 86_400 } })],
  ['12. of another issuer', forged({ claims: { iss: 'other' } })],
  ['13. for another audience', forged({ claims: { aud: 'other' } })],
  ['14. for several audiences, including ours', forged({ claims: { aud: ['clamshell-api', 'other'] } })],
  ['15. without a subject', forged({ claims: { sub: undefined } })],
  ['15. of another person', forged({ claims: { sub: NONE } })],
  ['16. without an expiry', forged({ claims: { exp: undefined } })],
  ['17. with the typ of an ID token', forged({ header: { typ: 'JWT' } })],
  ['17. without a typ', forged({ header: { typ: undefined } })],
  ['18. with a file path as its kid', forged({ header: { kid: '../../dev/null' } })],
  ['18. with SQL as its kid', forged({ header: { kid: "' or 1=1--" } })],
  ['19. with a URL of keys (jku)', forged({ header: { jku: 'https://evil.example/keys' } })],
  ['19. with its own key (jwk)', forged({ header: { jwk: { kty: 'oct', k: encode({}) } } })],
  ['19. with a URL of a certificate (x5u)', forged({ header: { x5u: 'https://evil.example/certificate' } })],
  ['20. with an unknown critical header', forged({ header: { crit: ['x'], x: 1 } })],
  [
    '21. encrypted (JWE)',
    async ({ payload }) => {
      const sealed = new EncryptJWT(claimsOf(payload)).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      return { authorization: `Bearer ${await sealed.encrypt(new Uint8Array(32))}` }
    },
  ],
  ['21. of ten kilobytes', written(({ token }) => `Bearer ${token}${'a'.repeat(10_000)}`)],
  ['22. of a session that never existed', forged({ claims: { sid: NONE } })],
  ['24. the word Bearer twice', written(({ token }) => `Bearer Bearer ${token}`)],
  ['24. two tokens', written(({ token }) => `Bearer ${token}, Bearer ${token}`)],
  ['24. in the query', ({ token }) => ({ query: `token=${token}&access_token=${token}` })],
  ['24. as Basic', written(({ token }) => `Basic ${token}`)],
  ['24. without a scheme', written(({ token }) => token)],
  ['24. an empty header', written(() => '')],
  ['24. a scheme and no token', written(() => 'Bearer')],
]
