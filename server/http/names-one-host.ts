import type { IncomingMessage } from 'node:http'

/**
 * Whether a request names at most one host. With two of them each reader on the way may believe another one, so
 * that it must be refused (RFC 9112, 3.2); Node takes the first and says nothing.
 */
export function namesOneHost({ rawHeaders }: IncomingMessage): boolean {
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length <= 1
}
