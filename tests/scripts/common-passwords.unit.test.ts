import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { listCommonPasswords } from '../../scripts/list-common-passwords.ts'

it('the common passwords match their package, and over 3,000 have a valid length', async () => {
  const kept = readFileSync('server/sign-in/common-passwords.txt', 'utf8')
  expect(await listCommonPasswords()).toBe(kept)
  const passwords = kept.split('\n').filter((line) => line && !line.startsWith('#'))
  expect(passwords.length).toBeGreaterThan(3_000)
  expect(passwords.filter((one) => one.length < 8)).toEqual([])
})
