/**
 * Letters that run from right to left: Arabic, Hebrew and others, those outside the BMP by the first surrogate of their
 * pair; and the right-to-left mark. What is not assigned yet among them runs in that direction, too.
 */
const RIGHT_TO_LEFT = /[\u200f\u0590-\u08ff\ud802\ud803\ud83a\ud83b\ufb1d-\ufdff\ufe70-\ufefe]/

/**
 * User input, as it is put into a sentence of the shop's: where it has right-to-left letters, it is isolated (U+2068
 * and U+2069, Unicode's annex 9), or a price that follows would be drawn in the middle of it. Other text stays as it
 * is, since these characters would make a page load the whole of a font. Only for display: they are removed again from
 * what is sent.
 */
export const isolate = (typed: string): string => (RIGHT_TO_LEFT.test(typed) ? `\u2068${typed}\u2069` : typed)
