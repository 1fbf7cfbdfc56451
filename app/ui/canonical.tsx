import { useRootData } from '../root-data.ts'

/**
 * Which address of a public page counts, for search engines and for who passes the page on: the same page stands under
 * others, too (in capitals, with a slash behind it, with what a mailing has added).
 */
export function Canonical({ path }: { path: string }) {
  const origin = useRootData()?.origin
  return origin && <link rel="canonical" href={origin + path} />
}
