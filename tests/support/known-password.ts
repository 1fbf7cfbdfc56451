import { createRequire } from 'node:module'
import type * as Argon2 from '@node-rs/argon2'
import { PASSWORD } from './people.ts'

/*
 * Loaded before the shop is, into the processes of the tests and into the journeys' shop: the password that all people of
 * the tests have is hashed once in each, and every other as it would be. Looking whether a password is right takes its
 * full time.
 */
const argon2: { hash: typeof Argon2.hash } = createRequire(import.meta.url)('@node-rs/argon2')
const { hash } = argon2
let known: Promise<string> | undefined

argon2.hash = (password, options, signal) => {
  if (password !== PASSWORD) return hash(password, options, signal)
  known ??= hash(password, options, signal)
  return known
}
