/** A proven session, and whose it is. */
export type Session = { id: string; userId: string; email: string }

/** The service's calls by method and path. */
export type ServiceCalls = Record<string, (request: Request, address: string) => Promise<Response>>

/**
 * The sign-in service: proves who somebody is. The rest of the shop uses only these two functions. Its tables are the
 * shop's own, on which `server/sign-in/` works: a hosted service would replace that folder.
 */
export type SignIn = {
  /** Answers the service's own calls under `/auth`. */
  handle(request: Request, address: string): Promise<Response>
  /** The session that the request's cookie proves, if it does and is neither ended nor too old. */
  findSession(request: Request): Promise<Session | undefined>
}
