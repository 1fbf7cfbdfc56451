import { createRequire } from 'node:module'
import type * as Argon2 from '@node-rs/argon2'
import { PASSWORD } from './people.ts'

/*
 * Preloaded into the test processes and the shop of the browser tests: the password that all test people share is
 * hashed once per process, and every other as usual. Verifying a password takes its full time.
 */
const argon2: { hash: typeof Argon2.hash } = createRequire(import.meta.url)('@node-rs/argon2')
const { hash } = argon2
let known: Promise<string> | undefined

argon2.hash = (password, options, signal) => {
  if (password !== PASSWORD) return hash(password, options, signal)
  known ??= hash(password, options, signal)
  return known
}
