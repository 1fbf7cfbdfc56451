/*
 * Where a request leads, cut out of its address. The address is normalised already, and to parse it anew takes
 * as long as everything else that is done for a page that is kept.
 */

/** The path and the query of a request: `/brand/hp?after=x`. */
export function addressOf({ url }: Request): string {
  const fragment = url.indexOf('#')
  return url.slice(url.indexOf('/', url.indexOf('://') + 3), fragment < 0 ? undefined : fragment)
}

/** The path of a request, as it is written: `/brand/hp`. */
export function pathOf(request: Request): string {
  const address = addressOf(request)
  const query = address.indexOf('?')
  return query < 0 ? address : address.slice(0, query)
}
