import type { IncomingMessage } from 'node:http'

/**
 * Whether a request names at most one host. Of two, each server on the way may believe a different one, so the request
 * must be refused (RFC 9112, 3.2); Node takes the first and says nothing.
 */
export function namesOneHost({ rawHeaders }: IncomingMessage): boolean {
  let hosts = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === 4 && name.toLowerCase() === 'host') hosts++
  }
  return hosts <= 1
}
