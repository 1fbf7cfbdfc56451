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
  ['1. nothing', () => ({})],
  [
    '2. no algorithm, in odd letters',
    written(({ payload }) => `Bearer ${encode({ alg: 'nOnE', typ: 'at+jwt' })}.${payload}.`),
  ],
  [
    '2. no algorithm, with a signature',
    written(({ payload, signature }) => `Bearer ${encode({ alg: 'none' })}.${payload}.${signature}`),
  ],
  ['3. another secret', forged({ key: 'another secret' })],
  ['4. a public key as the secret', forged({ key: publicKey })],
  ['5. another algorithm of the same family', forged({ header: { alg: 'HS384' } })],
  [
    '6. a changed payload',
    written(({ header, payload, signature }) => {
      const claims = { ...claimsOf(payload), sub: NONE }
      return `Bearer ${header}.${encode(claims)}.${signature}`
    }),
  ],
  ['7. a cut signature', written(({ token }) => `Bearer ${token.slice(0, -4)}`)],
  ['7. no signature', written(({ header, payload }) => `Bearer ${header}.${payload}.`)],
  ['8. a padded signature', written(({ token }) => `Bearer ${token}=`)],
  [
    '8. the same signature written otherwise',
    written(({ header, payload, signature }) => `Bearer ${header}.${payload}.${malleable(signature)}`),
  ],
  [
    '8. other base64',
    written(({ header, payload, signature }) => {
      const other = Buffer.from(signature, 'base64url').toString('base64')
      return `Bearer ${header}.${payload}.${other}`
    }),
  ],
  ['9. it ended a second ago', forged({ claims: { exp: now() - 1 } })],
  ['10. it begins in a minute', forged({ claims: { nbf: now() + 60 } })],
  ['11. it was issued tomorrow', forged({ claims: { iat: now() + 86_400 } })],
  ['11. it was issued long ago and never ends', forged({ claims: { iat: 1, exp: now() + 86_400 } })],
  ['12. of another issuer', forged({ claims: { iss: 'other' } })],
  ['13. for another audience', forged({ claims: { aud: 'other' } })],
  ['14. for several audiences, ours among them', forged({ claims: { aud: ['clamshell-api', 'other'] } })],
  ['15. without a subject', forged({ claims: { sub: undefined } })],
  ['15. of another person', forged({ claims: { sub: NONE } })],
  ['16. without an expiry', forged({ claims: { exp: undefined } })],
  ['17. of the type of an ID token', forged({ header: { typ: 'JWT' } })],
  ['17. of no type', forged({ header: { typ: undefined } })],
  ['18. naming a file as its key', forged({ header: { kid: '../../dev/null' } })],
  ['18. naming SQL as its key', forged({ header: { kid: "' or 1=1--" } })],
  ['19. naming where its key is', forged({ header: { jku: 'https://evil.example/keys' } })],
  ['19. bringing its key', forged({ header: { jwk: { kty: 'oct', k: encode({}) } } })],
  ['19. naming its certificate', forged({ header: { x5u: 'https://evil.example/certificate' } })],
  ['20. with something critical that is unknown', forged({ header: { crit: ['x'], x: 1 } })],
  [
    '21. encrypted',
    async ({ payload }) => {
      const sealed = new EncryptJWT(claimsOf(payload)).setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
      return { authorization: `Bearer ${await sealed.encrypt(new Uint8Array(32))}` }
    },
  ],
  ['21. of ten kilobytes', written(({ token }) => `Bearer ${token}${'a'.repeat(10_000)}`)],
  ['22. of a session that never was', forged({ claims: { sid: NONE } })],
  ['24. the word Bearer twice', written(({ token }) => `Bearer Bearer ${token}`)],
  ['24. two tokens', written(({ token }) => `Bearer ${token}, Bearer ${token}`)],
  ['24. in the address', ({ token }) => ({ query: `token=${token}&access_token=${token}` })],
  ['24. as Basic', written(({ token }) => `Basic ${token}`)],
  ['24. without its scheme', written(({ token }) => token)],
  ['24. an empty header', written(() => '')],
  ['24. a scheme and no token', written(() => 'Bearer')],
]
