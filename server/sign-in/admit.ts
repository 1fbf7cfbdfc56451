import type { Who } from '#contract/endpoint.ts'
import { Problem } from '../problems.ts'
import type { Caller } from './caller.ts'

/** 401: nobody is signed in, or not any more. */
export const signInAgain = () => new Problem('not-signed-in', 'Please sign in, or sign in again.')

/**
 * Lets only a caller through whom a call's policy (`who`) admits. The role is checked before the object: somebody who
 * may never make a call learns nothing about what it would have touched. Problems: `not-signed-in`, `not-allowed`.
 */
export function admit(who: Who, caller: Caller | undefined): void {
  if (who === 'buyer or guest' && !caller) return
  if (!caller) throw signInAgain()
  const role = who === 'buyer or guest' ? 'buyer' : who
  if (role !== 'signed-in' && caller.userType !== role)
    throw new Problem(
      'not-allowed',
      `Only ${role}s can do this. You are signed in as ${caller.userType ?? 'neither buyer nor seller'}.`,
    )
}

/** The named e-mail must be the caller's own; the refusal is the same whether the other exists or not. */
export function requireOwnEmail(own: string, named: string): void {
  if (own !== named) throw new Problem('not-allowed', 'That is not your own e-mail address.')
}
