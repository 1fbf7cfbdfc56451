/*
 * Cuts the fonts down to the letters of nearly every page, into app/fonts: `npm run cut-fonts`. Run it again, and
 * commit its files, after changing the letters or the fonts. Every page loads these first; a whole font is loaded only
 * if a page shows another letter (app/styles/fonts.css).
 */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/** The characters that English needs. */
export const LETTERS = `${Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)).join('')}\u00a0·–—‘’“”…`
/** What browsers apply by default, and digits of one width: no small capitals, fractions or other styles. */
const FEATURES = ['calt', 'ccmp', 'kern', 'liga', 'lnum', 'locl', 'mark', 'rvrn', 'tnum']

/** By file name in app/fonts. */
export const FONTS = {
  'bricolage-grotesque.woff2':
    '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-700-normal.woff2',
  'instrument-sans.woff2':
    '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2',
}

/** The bytes of one of FONTS with only LETTERS in it. */
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
