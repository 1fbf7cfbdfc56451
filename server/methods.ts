import type { Api } from './http.ts'
import { Problem, problemResponse } from './problems.ts'

/** Answers 405 with what is possible where a path is known but not for this method. To be called last. */
export function refuseOtherMethods(app: Api): void {
  const methods = new Map<string, Set<string>>()
  for (const { path, method } of app.routes) {
    if (method === 'ALL') continue
    const known = methods.get(path) ?? new Set()
    methods.set(path, known.add(method))
    if (method === 'GET') known.add('HEAD')
  }
  for (const [path, known] of methods) {
    const allow = [...known].sort().join(', ')
    app.all(path, (c) =>
      problemResponse(new Problem('method-not-allowed', `${c.req.method} is not possible here.`), { allow }),
    )
  }
}
