import { hashPassword, verifyPassword } from '#server/sign-in/passwords.ts'
import { keepAsking } from './keep-asking.ts'
import { reply } from './reply.ts'

/* The reference for signing in: only the shop's own check of a password against its hash. */
const password = 'a good long password'
const hash = await hashPassword(password)

reply((round: { connections: number; milliseconds: number }) =>
  keepAsking(round, () => verifyPassword({ hash, password })),
)
