import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { cutFont, FONTS, LETTERS } from '../../scripts/cut-fonts.mjs'

const css = readFileSync('app/styles/fonts.css', 'utf8')
/** For each font with a unicode-range: its file, and which of the first 65,536 letters the range contains. */
const faces = [...css.matchAll(/url\("([^"]+)"\)[^;]*;\s*unicode-range:([^;]+);/g)].map(
  ([, file = '', range = '']) => ({ file, has: new Set(range.split(',').flatMap(lettersOf)) }),
)

function lettersOf(range: string): number[] {
  const [, from = '', to = from] = /U\+(\w+)(?:-(\w+))?/.exec(range) ?? []
  const first = Number.parseInt(from, 16)
  return Array.from({ length: Number.parseInt(to, 16) - first + 1 }, (_, at) => first + at)
}

it.each(Object.keys(FONTS))('%s matches the font cut from its package', async (name) => {
  const kept = readFileSync(`app/fonts/${name}`)
  expect(Buffer.from(await cutFont(name)).equals(kept)).toBe(true)
})

it('the styles take the letters of a cut font from it, and all others from the whole font', () => {
  expect(faces).toHaveLength(4)
  for (const [name, whole] of Object.entries(FONTS)) {
    const small = faces.find(({ file }) => file.endsWith(`/${name}`))
    const full = faces.find(({ file }) => file === whole)
    expect(small?.has).toEqual(new Set([...LETTERS].map((letter) => letter.charCodeAt(0))))
    expect(full?.has.isDisjointFrom(small?.has ?? new Set())).toBe(true)
    // é, €, −: letters that people's names and prices may have.
    for (const letter of 'é€−') expect(full?.has).toContain(letter.charCodeAt(0))
  }
})

it('the cut fonts contain every letter in the texts of the pages', () => {
  const texts = globSync('{app,contract}/**/*.{ts,tsx}').map((file) => readFileSync(file, 'utf8'))
  expect(texts.length).toBeGreaterThan(100)
  const others = new Set(texts.flatMap((text) => [...text]).filter((letter) => !LETTERS.includes(letter)))
  expect([...others].filter((letter) => letter !== '\n')).toEqual([])
})
