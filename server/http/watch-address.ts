import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from 'pino'

/**
 * Warns once if somebody has the shop open at another address than PUBLIC_URL: to a browser that is another site, so
 * that signing in there is refused (require-same-origin.ts). The address is not logged: anybody can send one.
 */
export function watchAddress(
  { publicUrl, origins }: { publicUrl: string; origins: string[] },
  log: Pick<Logger, 'warn'>,
): (headers: IncomingHttpHeaders) => void {
  let told = false
  return ({ origin, host, 'sec-fetch-site': site }) => {
    if (told || origin === undefined || origins.includes(origin)) return
    // Only a request that truly comes from another site has an origin with another host than the one it is sent to.
    if (site !== 'same-origin' && origin !== `http://${host}` && origin !== `https://${host}`) return
    told = true
    log.warn(
      { event: 'other-address', publicUrl },
      'a request came to another address than PUBLIC_URL, where sign-in is refused',
    )
  }
}
