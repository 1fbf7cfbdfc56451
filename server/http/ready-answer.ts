import type { ServerResponse } from 'node:http'
import { compress } from './compress.ts'
import { acceptedEncoding, type Encoding } from './encodings.ts'
import { securityHeaders } from './security-headers.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** Below this a compressed answer saves nothing. */
export const WORTH_COMPRESSING = 1000

/** The parts of a request that decide how a ready answer is sent; an absent header is an empty string. */
export type Asking = { method: string; acceptEncoding: string; ifNoneMatch: string }

/** These parts of one request. */
export const askingOf = ({ method, headers }: Request): Asking => ({
  method,
  acceptEncoding: headers.get('accept-encoding') ?? '',
  ifNoneMatch: headers.get('if-none-match') ?? '',
})

/**
 * A complete answer that is the same for everyone: made once, with all headers, and sent to any number of requests. It
 * is immutable, since many hold it.
 */
export class ReadyAnswer {
  readonly body: Bytes | null
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The headers, names and values in turn. */
  readonly #headers: readonly string[]
  /** Its compressed forms, each made for the first client that accepts it; a promise until then. */
  #packed: Map<Encoding, ReadyAnswer | Promise<ReadyAnswer>> | undefined

  /** Header names must be in lower case. */
  constructor(body: Bytes | null, { status, headers }: { status: number; headers: Record<string, string> }) {
    this.body = body
    this.status = status
    const length = body && { 'content-length': String(body.byteLength) }
    this.headers = securityHeaders({ ...headers, ...length })
    this.#headers = Object.entries(this.headers).flat()
  }

  /** A response as a ready answer, with its whole body read. */
  static async of(response: Response): Promise<ReadyAnswer> {
    const { status, headers } = response
    // Not bytes(): @hono/node-server's Response has none.
    const body = new Uint8Array(await response.arrayBuffer())
    return new ReadyAnswer(body, { status, headers: Object.fromEntries(headers) })
  }

  /**
   * JSON in the best compression that the client accepts, compressed once and kept with this answer; other types as
   * they are.
   */
  packedFor({ acceptEncoding }: Pick<Asking, 'acceptEncoding'>): ReadyAnswer | Promise<ReadyAnswer> {
    const { body, headers } = this
    if (!body || body.byteLength < WORTH_COMPRESSING || headers['content-type'] !== 'application/json')
      return this
    const encoding = acceptedEncoding(acceptEncoding)
    return encoding ? (this.#packed?.get(encoding) ?? this.#pack(body, encoding)) : this
  }

  #pack(body: Bytes, encoding: Encoding): Promise<ReadyAnswer> {
    this.#packed ??= new Map()
    const forms = this.#packed
    const packing = compress(body, encoding).then((packed) => {
      const headers = { ...this.headers, 'content-encoding': encoding }
      const answer = new ReadyAnswer(packed, { status: this.status, headers })
      forms.set(encoding, answer)
      return answer
    })
    forms.set(encoding, packing)
    return packing
  }

  /** The answer for a request that may be a HEAD, or may have this answer already (If-None-Match). */
  to({ method, ifNoneMatch }: Asking): ReadyAnswer {
    if (ifNoneMatch && namesTag(ifNoneMatch, this.headers.etag)) return this.#without({ status: 304 })
    return method === 'HEAD' ? this.#without(this) : this
  }

  /** Without its body and its content-length. */
  #without({ status }: { status: number }): ReadyAnswer {
    const { 'content-length': _, ...headers } = this.headers
    return new ReadyAnswer(null, { status, headers })
  }

  /** The same answer with some of its headers replaced. */
  with(headers: Record<string, string>): ReadyAnswer {
    return new ReadyAnswer(this.body, { status: this.status, headers: { ...this.headers, ...headers } })
  }

  /** As a Response to one request, with further headers of its own. */
  toResponse(headers: Record<string, string> = {}): Response {
    return new Response(this.body, { status: this.status, headers: { ...this.headers, ...headers } })
  }

  /** Sends it, with headers of this request's own: names and values in turn. */
  send(response: ServerResponse, own: readonly string[]): void {
    response.writeHead(this.status, [...this.#headers, ...own]).end(this.body)
  }
}

/** What a part of the shop answers. */
export type Answer = Response | ReadyAnswer

/** What answers the calls. */
export type AnswerCalls = {
  call(request: Request, address: string | undefined): Promise<Answer>
  /** The public answer to a target (path and query), if it needs no request. */
  ready(target: string): ReadyAnswer | Promise<ReadyAnswer> | undefined
}

/** Whether a list of entity tags (If-None-Match) contains this one; a star matches any. */
export function namesTag(list: string, etag: string | undefined): boolean {
  if (list.trim() === '*') return etag !== undefined
  return list.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
