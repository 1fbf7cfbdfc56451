import { api } from '#contract/api.ts'
import type { UserType } from '#contract/choices.ts'
import type { Db } from '../database/with-transaction.ts'
import { deleted, inserted, modified, paged } from '../http/call-results.ts'
import type { Serve } from '../http/serve.ts'
import { notFound } from '../problems.ts'
import type { AccessTokens } from '../sign-in/access-token.ts'
import { requireOwnEmail } from '../sign-in/admit.ts'
import type { Caller } from '../sign-in/caller.ts'
import { deleteUser } from './delete-user.ts'
import { listPeople } from './people.queries.ts'
import { registerGoogleUser } from './register-google-user.ts'
import { registerUser } from './register-user.ts'
import { findUserByEmail } from './users.queries.ts'
import { verifySeller } from './verify-seller.ts'

type Deps = { tokens: AccessTokens; clock: () => Date } & Parameters<typeof registerUser>[0] &
  Parameters<typeof verifySeller>[0] &
  Parameters<typeof deleteUser>[0]

export function userRoutes(serve: Serve, deps: Deps): void {
  const { db } = deps
  serve(api.issueToken, async ({ who, body }) => {
    requireOwnEmail(who.email, body.email)
    const claims = { userId: who.userId, sessionId: who.id }
    return { body: { token: await deps.tokens.issue(claims, deps.clock()) } }
  })

  serve(api.registerUser, async ({ who, body }) => inserted(await registerUser(deps, who, body)))

  serve(api.registerGoogleUser, async ({ who, params, body }) =>
    modified(await registerGoogleUser(deps, who, { emails: [params.email, body.email] })),
  )

  serve(api.user, async ({ who, query }) => {
    if (who.userType !== 'admin') requireOwnEmail(who.email, query.email)
    const user = await findUserByEmail(db, query.email)
    if (!user) throw notFound('person')
    return { body: user }
  })

  serve(api.isAdmin, async ({ who, params }) => ({
    body: { isAdmin: await isOfType(db, who, params.email, 'admin') },
  }))
  serve(api.isSeller, async ({ who, params }) => ({
    body: { isSeller: await isOfType(db, who, params.email, 'seller') },
  }))
  serve(api.isBuyer, async ({ who, params }) => ({
    body: { isBuyer: await isOfType(db, who, params.email, 'buyer') },
  }))

  serve(api.people, async ({ who, query, url }) => {
    requireOwnEmail(who.email, query.email)
    return paged(url, await listPeople(db, { ...query, now: deps.clock() }))
  })

  serve(api.verifySeller, async ({ who, params, query }) => {
    requireOwnEmail(who.email, query.email)
    return modified(await verifySeller(deps, who, params))
  })

  serve(api.deleteUser, async ({ who, params }) => deleted(await deleteUser(deps, who, params)))
}

/** People may look up their own role; an admin may look up anyone's. */
async function isOfType(db: Db, who: Caller, email: string, type: UserType): Promise<boolean> {
  if (email === who.email) return who.userType === type
  if (who.userType !== 'admin') requireOwnEmail(who.email, email)
  return (await findUserByEmail(db, email))?.userType === type
}
