/** How much of a description a product card and a blog card show, in characters (specification, 9). */
export const PRODUCT_PREVIEW = 120
export const BLOG_PREVIEW = 250

/**
 * The first `length` characters of a text followed by an ellipsis, or the whole text where it is no longer.
 * Counts code points, so that a pair of surrogates is never cut in two.
 */
export function preview(text: string, length: number): string {
  if (text.length <= length) return text
  // No character takes more than two units: the rest of a long text need not be taken apart.
  const characters = [...text.slice(0, 2 * length + 2)]
  return characters.length <= length ? text : `${characters.slice(0, length).join('')}…`
}
