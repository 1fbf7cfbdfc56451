import { hash, verify } from '@node-rs/argon2'
import { limitConcurrency, SPARE_PROCESSORS } from '../http/limit-concurrency.ts'
import { Problem } from '../problems.ts'

/** argon2id with 19 MiB, two passes, one lane: OWASP's first recommendation. */
const ARGON2ID = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Nobody is refused here: how many come so far is bounded where requests are let in. */
const takeTurn = limitConcurrency({ atOnce: SPARE_PROCESSORS, mostWaiting: Number.POSITIVE_INFINITY })

/** The hash (argon2id) that is kept of a password. Hashes take a processor each, and wait for their turn. */
export const hashPassword = (password: string): Promise<string> => takeTurn(() => hash(password, ARGON2ID))

/** Whether a password is the one of a hash. */
export async function verifyPassword({
  hash: stored,
  password,
}: {
  hash: string
  password: string
}): Promise<boolean> {
  return takeTurn(() => verify(stored, password))
}

/** The ones that every list of guesses begins with, of eight characters and more. */
const COMMON = new Set(
  `password password1 password12 password123 passw0rd 12345678 123456789 1234567890 11111111 00000000 87654321
  qwertyui qwertyuiop qwerty123 qwerty12 1q2w3e4r 1qaz2wsx asdfghjk abcd1234 abc12345 iloveyou sunshine princess
  football baseball superman batman123 trustno1 welcome1 letmein1 administrator admin123 changeme computer internet
  whatever starwars michelle jennifer samantha computer1 liverpool chocolate bangladesh dhaka1234 laptop123 987654321
  123123123 88888888 asdfasdf 1q2w3e4r5t letmein123 password1! passw0rd1 qwertyuiop1 clamshell clamshell1`.split(
    /\s+/,
  ),
)

/** Refuses a password that is easily guessed, naming its field. Length is checked with the other fields. */
export function refusePassword(
  password: string,
  whose: { name: string; email: string },
  field = 'newPassword',
): void {
  const message = passwordFault(password, whose)
  if (message) throw new Problem('bad-input', message, { errors: [{ pointer: `/${field}`, message }] })
}

function passwordFault(
  password: string,
  { name, email }: { name: string; email: string },
): string | undefined {
  const plain = password.normalize('NFC').toLowerCase()
  if (COMMON.has(plain)) return 'This password is among the first that are guessed. Please choose another.'
  if (plain === name.toLowerCase() || plain === email || plain === email.split('@')[0])
    return 'Your name or e-mail address is no password. Please choose another.'
  return undefined
}
