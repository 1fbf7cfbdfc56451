type Answer = { session?: Record<string, unknown>; user?: Record<string, unknown> } | null

const OF_SESSION = ['id', 'createdAt', 'expiresAt']
const OF_USER = ['id', 'name', 'email', 'emailVerified', 'image']

/**
 * The service's answer to a sign-in, with its cookies, but without the session token in the body: that belongs into the
 * cookie alone, which no script can read. Refusals stay as they are.
 */
export async function withoutSessionToken(answer: Response): Promise<Response> {
  if (!answer.ok) return answer
  const body: Answer = await answer.json()
  const { session, user } = body ?? {}
  const shown = body && {
    ...(session && { session: pick(session, OF_SESSION) }),
    ...(user && { user: pick(user, OF_USER) }),
  }
  const headers = new Headers(answer.headers)
  headers.delete('content-length')
  return new Response(JSON.stringify(shown), { status: answer.status, headers })
}

const pick = (from: Record<string, unknown>, names: string[]) =>
  Object.fromEntries(names.map((name) => [name, from[name] ?? null]))
