import { api } from '#contract/api.ts'
import { pathOf } from './path-of.ts'

const PUBLIC = new RegExp(
  `^/api(?:${Object.values(api)
    .filter(({ method, who }) => method === 'get' && who === 'anyone')
    .map(({ path }) => path.replace(/\{\w+\}/g, '[^/]+'))
    .join('|')})$`,
)

/** Whether this is a call that anyone may make and that changes nothing: its answer is the same for everyone. */
export const isPublicRead = (request: Request): boolean =>
  request.method === 'GET' && PUBLIC.test(pathOf(request))
