import type { BlockList } from 'node:net'
import type { Logger } from 'pino'
import { isTrusted, plainAddress } from './client-address.ts'

/**
 * Warns once of a request that came through a proxy which TRUSTED_PROXIES does not name: everybody behind it has its
 * address then, and shares one set of limits. The address is not told: it is a person's, where one wrote the header.
 */
export function watchProxies(
  proxies: BlockList,
  log: Pick<Logger, 'warn'>,
): (peer: string | undefined, forwardedFor: unknown) => void {
  let told = false
  return (peer, forwardedFor) => {
    if (told || forwardedFor === undefined || isTrusted(plainAddress(peer ?? ''), proxies)) return
    told = true
    log.warn(
      { event: 'untrusted-proxy' },
      'X-Forwarded-For came from an address that TRUSTED_PROXIES does not name: it is not believed',
    )
  }
}
