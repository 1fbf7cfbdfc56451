import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { promisify } from 'node:util'
import { describe, expect, test, vi } from 'vitest'
import { CONDITION_NAMES } from '#contract/choices.ts'
import { listPictures } from '#server/demo/demo-pictures.ts'
import { MODELS, PICTURES, pictureName } from '#server/demo/models.ts'
import { avatarName, PORTRAYED } from '#server/demo/people.ts'
import { processImage, widthsOf } from '#server/images/process-image.ts'
import { sharp } from '#server/images/sharp.ts'
import { drawAvatar } from '../../scripts/draw-demo-pictures/draw-avatar.ts'
import { drawLaptop } from '../../scripts/draw-demo-pictures/draw-laptop.ts'
import { LOOKS } from '../../scripts/draw-demo-pictures/looks.ts'

// Redrawing one picture takes a second, and several on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const folder = new URL('../../server/demo/pictures/', import.meta.url)

describe('the demo pictures', () => {
  test('exist for every laptop and every portrait, and no others', async () => {
    const wanted = [
      ...PICTURES.map(({ model, condition }) => pictureName(model, condition)),
      ...PORTRAYED.map(avatarName),
    ]
    const pictures = await listPictures()
    expect([...pictures.keys()].sort()).toEqual(wanted.sort())
    const files = [...pictures].flatMap(([name, { width }]) =>
      widthsOf(width).map((copy) => `${name}-${copy}.webp`),
    )
    expect(readdirSync(folder).sort()).toEqual([...files, 'pictures.json'].sort())
  })

  test('weigh less than three megabytes', () => {
    const bytes = readdirSync(folder).reduce((sum, name) => sum + statSync(new URL(name, folder)).size, 0)
    expect(bytes).toBeLessThan(3_000_000)
  })

  test('equal the output of the drawing code', async () => {
    const name = 'walton-prelude-n41-pro-fair'
    const { model, condition } = PICTURES.find((one) => pictureName(one.model, one.condition) === name)!
    await expectSamePicture(name, drawLaptop(model.name, LOOKS[model.name]!, condition), 'product')
  })

  test('equal the output of the drawing code for a portrait', async () => {
    await expectSamePicture('avatar-rafiq-hasan', drawAvatar('Rafiq Hasan'), 'avatar')
  })

  test('show more wear the worse the condition is', () => {
    const look = LOOKS['HP EliteBook 840 G6']!
    const marks = CONDITION_NAMES.map((condition) => drawLaptop('the same', look, condition).length)
    expect(marks[0]! < marks[1]! && marks[1]! < marks[2]!).toBe(true)
  })

  test('use no fonts and no external resources', () => {
    for (const svg of [
      ...MODELS.map(({ name }) => drawLaptop(name, LOOKS[name]!, 'Fair')),
      drawAvatar('Anika Sultana'),
    ])
      expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(
        /<text|font|href|https?:|<image|NaN|undefined/,
      )
  })
})

test('the picture of each blog post is a 4:3 SVG without scripts and external resources', () => {
  const blogs = new URL('../../public/blogs/', import.meta.url)
  const posts = readdirSync(new URL('../../server/demo/blogs/', import.meta.url)).map((name) =>
    name.replace('.txt', '.svg'),
  )
  expect(readdirSync(blogs).sort()).toEqual(posts.sort())
  for (const name of posts) {
    const svg = readFileSync(new URL(name, blogs), 'utf8')
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" viewBox="0 0 640 480" width="640" height="480">/,
    )
    expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(
      /<script|<text|<image|\bon\w+=|href|https?:/,
    )
  }
})

/** Drawn in a separate process, where SVG may still be opened; then through the pipeline, as the stored file was. */
async function expectSamePicture(name: string, svg: string, purpose: 'avatar' | 'product'): Promise<void> {
  const code = `import sharp from 'sharp'
    let svg = ''
    for await (const chunk of process.stdin) svg += chunk
    process.stdout.write(await sharp(Buffer.from(svg)).png().toBuffer())`
  const running = promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], {
    encoding: 'buffer',
    maxBuffer: 2e7,
  })
  running.child.stdin?.end(svg)
  const { copies } = await processImage((await running).stdout, purpose)
  const pixels = (file: Buffer) => sharp(file).removeAlpha().raw().toBuffer()
  const drawn = await pixels(copies[0]!.bytes)
  const kept = await pixels(readFileSync(new URL(`${name}-320.webp`, folder)))
  expect(kept.length).toBe(drawn.length)
  const difference = drawn.reduce((sum, value, at) => sum + Math.abs(value - kept[at]!), 0) / drawn.length
  expect(difference).toBeLessThan(2)
}
