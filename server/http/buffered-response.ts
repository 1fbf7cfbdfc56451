import type { ServerResponse } from 'node:http'
import { compress } from './compress.ts'
import { type EncodedForms, encodingFor, formIn } from './encoded-forms.ts'
import type { Encoding } from './encodings.ts'
import { ownBytes } from './own-bytes.ts'
import { securityHeaders } from './security-headers.ts'

type Bytes = Uint8Array<ArrayBuffer>

/** The parts of a request that decide how a buffered response is sent; an absent header is an empty string. */
export type RequestHead = { method: string; acceptEncoding: string; ifNoneMatch: string }

/** These parts of one request. */
export const headOf = ({ method, headers }: Request): RequestHead => ({
  method,
  acceptEncoding: headers.get('accept-encoding') ?? '',
  ifNoneMatch: headers.get('if-none-match') ?? '',
})

/**
 * A response that is the same for everyone: made once, with its whole body and all headers, and sent to any number of
 * requests. It is immutable, since many hold it.
 */
export class BufferedResponse {
  readonly body: Bytes | null
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** The headers, names and values in turn. */
  readonly #headers: readonly string[]
  #compressed: EncodedForms<BufferedResponse> | undefined

  /** Header names must be in lower case. */
  constructor(body: Bytes | null, { status, headers }: { status: number; headers: Record<string, string> }) {
    this.body = body
    this.status = status
    const length = body && { 'content-length': String(body.byteLength) }
    this.headers = securityHeaders({ ...headers, ...length })
    this.#headers = Object.entries(this.headers).flat()
  }

  /** Buffers a response: reads its whole body. */
  static async of(response: Response): Promise<BufferedResponse> {
    const { status, headers } = response
    // Not bytes(): @hono/node-server's Response has none.
    const body = new Uint8Array(await response.arrayBuffer())
    return new BufferedResponse(body, { status, headers: Object.fromEntries(headers) })
  }

  /**
   * JSON in the best compression that the client accepts, compressed once and kept with this
   * response; other types as they are.
   */
  compressedFor({
    acceptEncoding,
  }: Pick<RequestHead, 'acceptEncoding'>): BufferedResponse | Promise<BufferedResponse> {
    const { body, headers } = this
    if (!body || headers['content-type'] !== 'application/json') return this
    const encoding = encodingFor(body, acceptEncoding)
    if (!encoding) return this
    this.#compressed ??= new Map()
    return formIn(this.#compressed, encoding, () => this.#compress(body, encoding))
  }

  async #compress(body: Bytes, encoding: Encoding): Promise<BufferedResponse> {
    const compressed = ownBytes(await compress(body, encoding))
    const headers = { ...this.headers, 'content-encoding': encoding }
    return new BufferedResponse(compressed, { status: this.status, headers })
  }

  /** For a request that may be a HEAD, or may have this response already (If-None-Match). */
  to({ method, ifNoneMatch }: RequestHead): BufferedResponse {
    if (ifNoneMatch && namesTag(ifNoneMatch, this.headers.etag)) return this.#without({ status: 304 })
    return method === 'HEAD' ? this.#without(this) : this
  }

  /** Without its body and its content-length. */
  #without({ status }: { status: number }): BufferedResponse {
    const { 'content-length': _, ...headers } = this.headers
    return new BufferedResponse(null, { status, headers })
  }

  /** The same response with some of its headers replaced. */
  with(headers: Record<string, string>): BufferedResponse {
    return new BufferedResponse(this.body, { status: this.status, headers: { ...this.headers, ...headers } })
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

/** What a part of the shop responds with. */
export type AnyResponse = Response | BufferedResponse

/** Handles the calls of the API. */
export type ApiHandler = {
  handle(request: Request, address: string | undefined): Promise<AnyResponse>
  /** The public response to a target (path and query); undefined if it takes the request to find one. */
  findPublic(target: string): BufferedResponse | Promise<BufferedResponse> | undefined
}

/** Whether a list of entity tags (If-None-Match) contains this one; a star matches any. */
export function namesTag(list: string, etag: string | undefined): boolean {
  if (list.trim() === '*') return etag !== undefined
  return list.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
