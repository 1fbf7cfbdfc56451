/*
 * Cuts the fonts down to the letters of nearly every page, into app/fonts: `npm run cut-fonts`, to be run again,
 * and its files committed, after a change of the letters or of the fonts. Every page has these sent first; a font with
 * all it has comes only where a page shows another letter (app/styles/fonts.css).
 */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/** What English is written with. */
export const LETTERS = `${Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('')}\u00a0·–—‘’“”…`
/** What browsers do unasked, and digits of one width: no small capitals, fractions or other styles. */
const FEATURES = ['calt', 'ccmp', 'kern', 'liga', 'lnum', 'locl', 'mark', 'rvrn', 'tnum']

/** By the name each has in app/fonts. */
export const FONTS = {
  'bricolage-grotesque.woff2':
    '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2',
  'instrument-sans.woff2':
    '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
}

/** The bytes of a font of FONTS with nothing but LETTERS. */
export async function cutFont(name) {
  const whole = await readFile(fileURLToPath(import.meta.resolve(FONTS[name])))
  return subsetFont(whole, LETTERS, { targetFormat: 'woff2', keepFeatures: FEATURES })
}

if (import.meta.main)
  for (const name of Object.keys(FONTS)) {
    const cut = await cutFont(name)
    await writeFile(new URL(`../app/fonts/${name}`, import.meta.url), cut)
    console.log(`${name}: ${(cut.length / 1000).toFixed(1)} kB`)
  }
