/*
 * Draws the pictures of the demonstration into server/demo/pictures: `npm run draw-demo-pictures`. Run it again, and
 * commit its files, after changing the drawing code or the models.
 *
 * They are not drawn when the shop starts, because that takes a second for each, and because the shop's process never
 * opens an SVG: it closes the SVG loader for good. So all drawings first become PNG; then the pipeline for sellers'
 * photos (which closes the loader) makes the stored files of them.
 */
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import { PICTURES, pictureName } from '../server/demo/models.ts'
import { avatarName, PORTRAYED } from '../server/demo/people.ts'
import { drawAvatar } from './draw-demo-pictures/draw-avatar.ts'
import { drawLaptop } from './draw-demo-pictures/draw-laptop.ts'
import { LOOKS } from './draw-demo-pictures/looks.ts'

const folder = new URL('../server/demo/pictures/', import.meta.url)

const drawings = [
  ...PICTURES.map(({ model, condition }) => ({
    name: pictureName(model, condition),
    purpose: 'product',
    svg: drawLaptop(model.name, LOOKS[model.name], condition),
  })),
  ...PORTRAYED.map((person) => ({
    name: avatarName(person),
    purpose: 'avatar',
    svg: drawAvatar(person.name),
  })),
]
for (const drawing of drawings) drawing.png = await sharp(Buffer.from(drawing.svg)).png().toBuffer()

const { processImage } = await import('../server/images/process-image.ts')
await mkdir(folder, { recursive: true })
for (const old of await readdir(folder)) await rm(new URL(old, folder))
const list = []
let total = 0
for (const { name, purpose, png } of drawings) {
  const { copies, ...facts } = await processImage(png, purpose)
  const row = JSON.stringify({ purpose, ...facts }, null, 1).replaceAll(/\n\s*/g, ' ')
  list.push(`  ${JSON.stringify(name)}: ${row}`)
  for (const { width, bytes } of copies) {
    await writeFile(new URL(`${name}-${width}.webp`, folder), bytes)
    total += bytes.length
  }
}
await writeFile(new URL('pictures.json', folder), `{\n${list.join(',\n')}\n}\n`)
console.log(`${drawings.length} pictures, ${(total / 1e6).toFixed(2)} MB`)
