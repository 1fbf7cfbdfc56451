import { readFileSync } from 'node:fs'

type Operation = { responses: Record<string, { description: string }> }
type Document = { info: { description: string }; paths: Record<string, Record<string, Operation>> }

const { info, paths }: Document = JSON.parse(readFileSync('contract/openapi.json', 'utf8'))
const codesIn = (description = '') => [...description.matchAll(/`([a-z-]+)`/g)].map(([, code]) => code)
const ofAnyCall = codesIn(info.description)
const calls = Object.entries(paths).map(([path, operations]) => ({
  path: new RegExp(`^${path.startsWith('/auth/') ? '' : '/api'}${path.replace(/\{\w+\}/g, '[^/]+')}$`),
  operations,
}))

/** The codes that the OpenAPI document names for a call and a status; undefined if it does not know the call. */
function declaredFor(method: string, pathname: string, status: number): (string | undefined)[] | undefined {
  const operation = calls
    .filter(({ path }) => path.test(pathname))
    .flatMap(({ operations }) => operations[method.toLowerCase()] ?? [])[0]
  const described = operation?.responses[status]
  return operation && (described ? codesIn(described.description) : ofAnyCall)
}

/** Watches a shop for problems that the OpenAPI document does not name for the call that answers them. */
export function watchForProblems() {
  const found = new Set<string>()
  return {
    async answered({ method, url }: Request, answer: Response): Promise<void> {
      if (answer.headers.get('content-type') !== 'application/problem+json' || method === 'HEAD') return
      const { pathname } = new URL(url)
      const { code } = await answer.clone().json()
      const declared = declaredFor(method, pathname, answer.status)
      if (declared && !declared.includes(code)) found.add(`${method} ${pathname}: ${code}`)
    },
    /** Throws if there was any. */
    expectNone(): void {
      if (found.size > 0)
        throw new Error(`Problems that the contract does not name for their calls:\n${[...found].join('\n')}`)
    },
  }
}
