import { afterEach, expect, it, vi } from 'vitest'
import { createAccessTokens } from '#server/sign-in/access-token.ts'

const NOW = new Date('2026-11-21T09:30:00Z')
const after = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
const CLAIMS = { userId: 'a person', sessionId: 'a session' }

afterEach(() => vi.restoreAllMocks())

it('the signature of a token is verified once, its expiry at every read', async () => {
  const tokens = createAccessTokens('a secret')
  const token = await tokens.issue(CLAIMS, NOW)
  const verify = vi.spyOn(crypto.subtle, 'verify')
  for (const seconds of [0, 0, 1, 599]) expect(await tokens.read(token, after(seconds))).toEqual(CLAIMS)
  expect(verify).toHaveBeenCalledTimes(1)
  for (const seconds of [600, 601, 86_400, -6, -86_400])
    expect(await tokens.read(token, after(seconds)), `${seconds} s`).toBeUndefined()
  expect(await tokens.read(token, after(5))).toEqual(CLAIMS)
})

it('an altered token is refused after the valid one was cached, as is one of another secret', async () => {
  const tokens = createAccessTokens('a secret')
  const token = await tokens.issue(CLAIMS, NOW)
  expect(await tokens.read(token, NOW)).toEqual(CLAIMS)
  const [head, , signature] = token.split('.')
  const claims = Buffer.from(JSON.stringify({ sub: 'an admin', sid: 'a session' })).toString('base64url')
  for (const other of [`${head}.${claims}.${signature}`, `${token}A`, `${token}=`, token.slice(0, -1), ''])
    expect(await tokens.read(other, NOW), other).toBeUndefined()
  expect(await createAccessTokens('another secret').read(token, NOW)).toBeUndefined()
})
