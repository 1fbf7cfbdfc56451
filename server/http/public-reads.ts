import type { z } from '@hono/zod-openapi'
import { LONGEST_WAIT_MS, limitConcurrency } from '../limit-concurrency.ts'
import { BufferedResponse } from './buffered-response.ts'
import { jsonBytes } from './json-bytes.ts'
import type { CallResult } from './serve.ts'

export type ReadPublic = () => Promise<BufferedResponse>
type Asked = { params: unknown; query: unknown; url: string }
type Endpoint = { path: string; request: { params?: z.ZodType; query?: z.ZodObject } }
type Read = Endpoint['request'] & {
  pattern: RegExp
  /** The parameters that the call reads. */
  names: ReadonlySet<string>
  answer: (asked: Asked) => Promise<CallResult<unknown>>
}

/** How many reads of the database run at a time, and how many wait: many may wait, since each holds little memory. */
export const READS = { atOnce: 24, mostWaiting: 1_000, longestWaitMs: LONGEST_WAIT_MS }

/** A target as the shop's pages write it: nothing has to be decoded. */
const PLAIN = /^[\w/.~-]+(?:\?[\w=&.~-]*)?$/

/**
 * The calls that anyone may make and that change nothing. The answer is the same for everybody, so the target alone
 * determines it. Taking a request through the router and its guards, and a response back, is a good part of the time
 * that this process spends on a list.
 */
export function createPublicReads() {
  const reads: Read[] = []
  return {
    /** The queue of uncached reads, however their target is written. */
    takeTurn: limitConcurrency(READS),

    add({ path, request }: Endpoint, answer: Read['answer']): void {
      const pattern = new RegExp(`^/api${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
      const names = new Set(Object.keys(request.query?.shape ?? {}))
      reads.push({ ...request, pattern, names, answer })
    },

    /**
     * Finds the read that answers a target (path and query), which throws what the call throws, and the target without
     * the parameters that the call ignores. Undefined if there is no such call or its input is invalid: then the router
     * answers.
     */
    find(target: string): { target: string; read: ReadPublic } | undefined {
      if (!PLAIN.test(target)) return undefined
      const [path = '', search] = target.split('?')
      for (const { pattern, params, query, names, answer } of reads) {
        const found = pattern.exec(path)
        if (!found) continue
        const asked = { params: parse(params, found.groups), query: parse(query, valuesOf(search)) }
        if (asked.params === REFUSED || asked.query === REFUSED) return undefined
        const read = search?.split('&').filter((pair) => names.has(pair.split('=', 1)[0] ?? ''))
        const asRead = read?.length ? `${path}?${read.join('&')}` : path
        const url = `http://shop.internal${asRead}`
        return { target: asRead, read: () => answer({ ...asked, url }).then(written) }
      }
      return undefined
    },
  }
}

export type PublicReads = ReturnType<typeof createPublicReads>

const REFUSED = Symbol('refused')

function parse(schema: z.ZodType | undefined, values: unknown): unknown {
  const parsed = schema?.safeParse(values)
  return parsed?.success === false ? REFUSED : parsed?.data
}

/** Undefined if a parameter is given twice. */
function valuesOf(search: string | undefined): Record<string, string> | undefined {
  if (!search) return {}
  const pairs = [...new URLSearchParams(search)]
  const values = Object.fromEntries(pairs)
  return Object.keys(values).length === pairs.length ? values : undefined
}

function written({ body, status = 200, headers }: CallResult<unknown>): BufferedResponse {
  return new BufferedResponse(jsonBytes(body), {
    status,
    headers: { ...headers, 'content-type': 'application/json' },
  })
}
