import { Problem, problemResponse } from '../problems.ts'
import type { Api } from './serve.ts'

/** The answer to a method that a known path does not support, with those that it does. */
export function methodNotAllowed(method: string, allowed: Iterable<string>): Response {
  const problem = new Problem('method-not-allowed', `${method} is not possible here.`)
  return problemResponse(problem, { allow: [...allowed].sort().join(', ') })
}

/**
 * Answers 405 with the supported methods where a path is known but not for this method. Call it after all routes are
 * registered.
 */
export function refuseOtherMethods(app: Api): void {
  const methods = new Map<string, Set<string>>()
  for (const { path, method } of app.routes) {
    if (method === 'ALL') continue
    const known = methods.get(path) ?? new Set()
    methods.set(path, known.add(method))
    if (method === 'GET') known.add('HEAD')
  }
  for (const [path, known] of methods) app.all(path, (c) => methodNotAllowed(c.req.method, known))
}
