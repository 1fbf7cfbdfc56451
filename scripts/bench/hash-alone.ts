import { hashPassword, verifyPassword } from '#server/sign-in/passwords.ts'
import { keepAsking } from './keep-asking.ts'
import { reply } from './reply.ts'

/* The reference for signing in: the shop's own comparing of a password with its hash, and nothing else. */
const password = 'a good long password'
const hash = await hashPassword(password)

reply((round: { connections: number; milliseconds: number }) =>
  keepAsking(round, () => verifyPassword({ hash, password })),
)
