import { describe, expect, test } from 'vitest'
import { isEnding, subjectOf } from '#app/session/access-token.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const tokenOf = (claims: object) => `e30.${btoa(JSON.stringify(claims)).replace(/=+$/, '')}.signature`
const endingIn = (seconds: number) => tokenOf({ exp: NOW / 1000 + seconds })

describe('an access token', () => {
  test('is reused while it is valid for more than a minute', () => {
    expect(isEnding(endingIn(61), NOW)).toBe(false)
  })

  test('is renewed in its last minute, and after it has expired', () => {
    expect(isEnding(endingIn(60), NOW)).toBe(true)
    expect(isEnding(endingIn(-3600), NOW)).toBe(true)
  })

  test.each(['', 'nonsense', 'a.b.c', `e30.${btoa('null')}.x`, tokenOf({})])(
    'that cannot be parsed (%j) is renewed',
    (token) => {
      expect(isEnding(token, NOW)).toBe(true)
    },
  )

  test('yields its subject, even from base64url with - and _', () => {
    // The claims are {"sub":"~~~???"}: their base64 has a + and a /, which base64url writes as - and _.
    expect(subjectOf('e30.eyJzdWIiOiJ-fn4_Pz8ifQ.x')).toBe('~~~???')
    expect(subjectOf(tokenOf({ sub: 'user-1' }))).toBe('user-1')
    expect(subjectOf(undefined)).toBeUndefined()
  })
})
