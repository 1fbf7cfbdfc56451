/** How much of a description a product card and a blog card show, in characters (specification, 9). */
export const PRODUCT_PREVIEW = 120
export const BLOG_PREVIEW = 250

/**
 * The first `length` characters of a text followed by an ellipsis, or the whole text where it is no longer.
 * Counts code points, so that a pair of surrogates is never cut in two.
 */
export function preview(text: string, length: number): string {
  let end = 0
  for (let count = 0; count < length && end < text.length; count++)
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1
  return end === text.length ? text : `${text.slice(0, end)}…`
}
