/**
 * Letters that run from right to left: Arabic, Hebrew and others, those of the higher planes by the first half of
 * their pair; and the mark that does as they do.
 */
const RIGHT_TO_LEFT = /[\u200f\u0590-\u08ff\ud802\ud803\ud83a\ud83b\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * What somebody typed, as it stands in a sentence of the shop's: where it has letters that run from right to left, they
 * keep to themselves (U+2068 and U+2069, Unicode's annex 9), else they take the price that follows in among them.
 * Other text stays as it is, since a page with those marks needs the whole of a font. Only to be shown: of what
 * is sent they are taken out again.
 */
export const isolate = (typed: string): string => (RIGHT_TO_LEFT.test(typed) ? `\u2068${typed}\u2069` : typed)
