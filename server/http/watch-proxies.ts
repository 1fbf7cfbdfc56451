import type { BlockList } from 'node:net'
import type { Logger } from 'pino'
import { isTrusted, plainAddress } from './client-address.ts'

/**
 * Warns once of a request that came through a proxy which TRUSTED_PROXIES does not name: then everybody behind it
 * counts as its address, and shares one set of limits. The address is not logged: it may be a person's.
 */
export function watchProxies(
  proxies: BlockList,
  log: Pick<Logger, 'warn'>,
): (peer: string | undefined, forwardedFor: unknown) => void {
  let told = false
  /** All requests of a proxy come from one address: it is looked up once. */
  let trusted: string | undefined
  return (peer, forwardedFor) => {
    // Of a connection that has ended meanwhile nobody can tell whose it was.
    if (told || forwardedFor === undefined || peer === undefined || peer === trusted) return
    if (isTrusted(plainAddress(peer), proxies)) {
      trusted = peer
      return
    }
    told = true
    log.warn(
      { event: 'untrusted-proxy' },
      'X-Forwarded-For is ignored from an address that is not in TRUSTED_PROXIES',
    )
  }
}
