import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from 'pino'

/**
 * Warns once of somebody who has the shop open at another address than PUBLIC_URL: that is another site, so that whoever
 * signs in there is refused (own-site.ts). The address is not told: anybody can write one.
 */
export function watchAddress(
  { publicUrl, origins }: { publicUrl: string; origins: string[] },
  log: Pick<Logger, 'warn'>,
): (headers: IncomingHttpHeaders) => void {
  let told = false
  return ({ origin, host, 'sec-fetch-site': site }) => {
    if (told || origin === undefined || origins.includes(origin)) return
    // Only what truly is another site's names another host than it asks.
    if (site !== 'same-origin' && origin !== `http://${host}` && origin !== `https://${host}`) return
    told = true
    log.warn(
      { event: 'other-address', publicUrl },
      'the shop was opened at another address than PUBLIC_URL: who signs in there is refused',
    )
  }
}
