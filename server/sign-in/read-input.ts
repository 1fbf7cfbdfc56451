import type { z } from 'zod'
import { requirePlainJson } from '../http/plain-json.ts'
import { requireJson } from '../http/readable-input.ts'
import { badInput, Problem, pointed } from '../problems.ts'

/** Reads a sign-in call's JSON body by its shape, and drops other fields. */
export async function readInput<S extends z.ZodType>(request: Request, schema: S): Promise<z.output<S>> {
  const result = schema.safeParse(await readJson(request))
  if (result.success) return result.data
  throw badInput(pointed(result.error.issues))
}

async function readJson(request: Request): Promise<unknown> {
  requireJson(request.headers.get('content-type') ?? undefined)
  try {
    return JSON.parse(requirePlainJson(await request.arrayBuffer()))
  } catch (error) {
    if (error instanceof Problem) throw error
    throw new Problem('bad-input', 'The body is not JSON.')
  }
}

/** The same request with only validated input in its body, for the sign-in service. */
export function withBody(request: Request, body: object): Request {
  const headers = new Headers(request.headers)
  headers.delete('content-length')
  headers.set('content-type', 'application/json')
  return new Request(request.url, { method: 'POST', headers, body: JSON.stringify(body) })
}
