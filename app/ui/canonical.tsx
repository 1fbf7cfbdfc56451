import { useRootData } from '../root-data.ts'

/**
 * The canonical address of a public page, for search engines and for sharing: the page has other addresses, too (in
 * capitals, with a trailing slash, with a mailing's parameters).
 */
export function Canonical({ path }: { path: string }) {
  const origin = useRootData()?.origin
  return origin && <link rel="canonical" href={origin + path} />
}
