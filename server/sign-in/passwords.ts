import { AsyncLocalStorage } from 'node:async_hooks'
import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency, SPARE_PROCESSORS } from '../limit-concurrency.ts'
import { badField } from '../problems.ts'
import { isCommonPassword, plainPassword } from './common-passwords.ts'

/** argon2id with 19 MiB, two passes, one lane: OWASP's first recommendation. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Nothing is refused here: the number of calls that come so far is limited where requests are accepted. */
const takeTurn = limitConcurrency({ atOnce: SPARE_PROCESSORS, mostWaiting: Number.POSITIVE_INFINITY })

/** The stored hash (argon2id) of a password. Each hash keeps a processor busy, so hashing is queued. */
export const hashPassword = (password: string): Promise<string> => takeTurn(() => hash(password, ARGON2ID))

const hashedBefore = new AsyncLocalStorage<string>()

/** Hashes a password before `work` begins, inside of which `giveHash` returns it at once. */
export async function withHash<T>(password: string, work: () => Promise<T>): Promise<T> {
  return hashedBefore.run(await hashPassword(password), work)
}

/**
 * The hash of a password, for the sign-in service. It creates an account inside a transaction, whose connection must
 * not wait in the queue of hashes.
 */
export const giveHash = async (password: string): Promise<string> =>
  hashedBefore.getStore() ?? hashPassword(password)

/** Whether a password matches a hash. */
export async function verifyPassword({
  hash: stored,
  password,
}: {
  hash: string
  password: string
}): Promise<boolean> {
  return takeTurn(() => verify(stored, password))
}

/** Refuses a password that is easily guessed, naming its field. The length is validated with the other fields. */
export function refusePassword(
  password: string,
  whose: { name: string; email: string },
  field = 'newPassword',
): void {
  const message = passwordFault(password, whose)
  if (message) throw badField(`/${field}`, message)
}

function passwordFault(
  password: string,
  { name, email }: { name: string; email: string },
): string | undefined {
  if (isCommonPassword(password)) return 'This password is too easy to guess. Please choose another.'
  if ([name, email, email.split('@')[0] ?? ''].map(plainPassword).includes(plainPassword(password)))
    return 'Your name or e-mail address is not a safe password. Please choose another.'
  return undefined
}
