import { GROUPS } from '#contract/api.ts'
import { OF_ANY_CALL } from '#contract/problem-answers.ts'
import type { Api } from './http/serve.ts'
import { describeSignInCalls } from './sign-in/sign-in.openapi.ts'

const anyProblems = OF_ANY_CALL.map((code) => `\`${code}\``).join(', ')

/** The OpenAPI 3.1 document, made from the same definitions that the calls are served by. */
export function openApiDocument(app: Api) {
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description:
      'The access token that POST /jwt returns, as `Authorization: Bearer …`. It lasts ten minutes, and ends with its session; then POST /jwt gives another. A call that names a role is for people of that role only.',
  })
  app.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: 'clamshell.session_token',
    description:
      'The sign-in service’s cookie, which POST /auth/sign-up/email and POST /auth/sign-in/email set. After signing up, POST /users chooses a role. On https the cookie’s name is __Host-clamshell.session_token.',
  })
  describeSignInCalls(app)
  const document = app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: 'Clamshell API',
      version: '1',
      description: `The calls of a marketplace for used laptops. Prices are dollars, times are ISO 8601 in UTC, lists are paged by limit and after. Bodies are JSON unless stated, of at most 1 MB; fields that are not described are ignored. Refusals are problem+json (RFC 9457), with Retry-After where trying again helps. Each call names its problems by their codes; any call may answer ${anyProblems}. Answers carry an X-Request-Id.`,
    },
    servers: [{ url: '/api' }],
    tags: ['Signing in', ...Object.keys(GROUPS)].map((name) => ({ name })),
  })
  // The names of the contract: without one, a generated client makes up its own.
  for (const [group, calls] of Object.entries(GROUPS))
    for (const [operationId, { method, path }] of Object.entries(calls))
      Object.assign(document.paths?.[path]?.[method] ?? {}, { operationId, tags: [group] })
  return document
}
