/** A proven sign-in: whose, and which of their sessions. */
export type Session = { id: string; userId: string; email: string }

/** The service's calls by method and path. */
export type ServiceCalls = Record<string, (request: Request, address: string) => Promise<Response>>

/**
 * The sign-in service: proves who somebody is. The rest of the shop asks it these two questions. Its tables are the
 * shop's own, on which `server/sign-in/` works: a hosted service would take the place of that folder.
 */
export type SignIn = {
  /** Answers the service's own calls under `/auth`. */
  handle(request: Request, address: string): Promise<Response>
  /** The session that the request's cookie proves, if it does and is neither ended nor too old. */
  findSession(request: Request): Promise<Session | undefined>
}
