import { OpenAPIHono } from '@hono/zod-openapi'
import { bodyLimit } from 'hono/body-limit'
import type { Logger } from 'pino'
import { apiDocsRoutes } from './api-docs.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { createRefusalRecord } from './audit/record-refusal.ts'
import { blogRoutes } from './blogs/blogs.routes.ts'
import { brandRoutes } from './brands/brands.routes.ts'
import { contactRoutes } from './contact/contact.routes.ts'
import type { Database } from './database/open.ts'
import { toProblem } from './failures.ts'
import { refuseOtherMethods } from './http/methods.ts'
import { createPublicReads } from './http/public-reads.ts'
import type { RefusalCache } from './http/refusal-cache.ts'
import { MOST_CALL_BYTES } from './http/request-body.ts'
import { type Api, createServe, type Env, networkOfCall } from './http/serve.ts'
import { type AnswerOnce, answerOnce } from './idempotency/answer-once.ts'
import { imageRoutes } from './images/images.routes.ts'
import type { Jobs } from './jobs.ts'
import { orderRoutes } from './orders/orders.routes.ts'
import type { CardPayments } from './outside/card-payments.ts'
import { withSharedTimeBudget } from './outside/card-time-budget.ts'
import type { ImageStore } from './outside/image-store.ts'
import { paymentRoutes } from './payments/payments.routes.ts'
import { webhookRoutes } from './payments/webhook.routes.ts'
import { badInput, notFound, pointed, problemResponse } from './problems.ts'
import { productRoutes } from './products/products.routes.ts'
import { reportRoutes } from './reports/reports.routes.ts'
import type { AccessTokens } from './sign-in/access-token.ts'
import { findCaller } from './sign-in/find-caller.ts'
import { sessionRoutes } from './sign-in/sessions.routes.ts'
import type { SignIn } from './sign-in/sign-in.ts'
import { userRoutes } from './users/users.routes.ts'
import { wishlistRoutes } from './wishlist/wishlist.routes.ts'

export type ApiDeps = Pick<Database, 'pool' | 'db'> & {
  clock: () => Date
  log: Logger
  signIn: SignIn
  tokens: AccessTokens
  cards: CardPayments
  imageStore: ImageStore
  jobs: Jobs
  /** The shop's public address, for links in mail; without a trailing slash. */
  publicUrl: string
  /** Where Contact Us messages are mailed to. */
  contactEmail: string
  /** The origins of the shop's own pages. */
  origins: string[]
  /** Called for each refused call, with the network it came from. */
  cacheRefusal?: RefusalCache['store']
}

/**
 * Everything under `/api` and `/auth` as one function from Request to Response (`app.fetch`), and the lookup of public
 * answers by their target alone. `address` in the bindings is the network address the request came from: headers are
 * not trusted for it.
 */
export function createApi(deps: ApiDeps) {
  const app: Api = new OpenAPIHono<Env>()
  const recordRefusal = createRefusalRecord(deps)
  app.onError(async (error, c) => {
    const problem = toProblem(error, deps.log)
    await recordRefusal(c.req.raw, problem)
    const { method, path } = c.req
    const asked = { method, path, authorization: c.req.header('authorization') }
    deps.cacheRefusal?.(asked, networkOfCall(c), problem)
    return problemResponse(problem)
  })
  app.notFound(() => problemResponse(notFound('call')))
  app.use('/auth/*', bodyLimit({ maxSize: MOST_CALL_BYTES }))
  app.all('/auth/*', (c) => deps.signIn.handle(c.req.raw, networkOfCall(c)))

  const calls: Api = new OpenAPIHono<Env>({
    defaultHook: (result) => {
      if (result.success) return
      // An id of another form cannot exist.
      if (result.target === 'param') throw notFound('thing here')
      const part = result.target === 'json' ? undefined : result.target
      throw badInput(pointed(result.error.issues, part))
    },
  })
  const limitBody = bodyLimit({ maxSize: MOST_CALL_BYTES })
  // Pictures have a limit of their own, where they are read.
  calls.use((c, next) =>
    c.req.method === 'GET' || c.req.path === '/api/images' ? next() : limitBody(c, next),
  )
  calls.use((_c, next) => withSharedTimeBudget(next))
  const publicReads = createPublicReads()
  const serveDeps = {
    publicReads,
    findCaller: (request: Request) => findCaller(deps, request),
    findSession: (request: Request) => deps.signIn.findSession(request),
    origins: deps.origins,
    answerOnce: ((asked, answer) => answerOnce(deps, asked, answer)) satisfies AnswerOnce,
  }
  const serve = createServe(calls, serveDeps)
  brandRoutes(serve, deps)
  productRoutes(serve, deps)
  blogRoutes(serve, deps)
  userRoutes(serve, deps)
  sessionRoutes(serve, deps)
  orderRoutes(serve, deps)
  wishlistRoutes(serve, deps)
  paymentRoutes(serve, deps)
  reportRoutes(serve, deps)
  contactRoutes(serve, deps)
  auditRoutes(serve, deps)
  imageRoutes(serve, calls, { ...deps, ...serveDeps })
  webhookRoutes(calls, deps)
  apiDocsRoutes(calls)
  refuseOtherMethods(calls)
  app.route('/api', calls)
  return { app, findRead: publicReads.find, takeTurn: publicReads.takeTurn }
}
