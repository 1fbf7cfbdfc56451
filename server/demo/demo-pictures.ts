import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { IMAGE_PURPOSES } from '#contract/choices.ts'
import { forEachConcurrently } from '../for-each-concurrently.ts'
import { type ProcessedImage, widthsOf } from '../images/process-image.ts'
import { saveCopies } from '../images/save-copies.ts'
import type { ImageStore } from '../outside/image-store.ts'
import { createRandom, seedOf } from './random.ts'

const folder = new URL('./pictures/', import.meta.url)
const List = z.record(
  z.string(),
  z.object({ purpose: z.enum(IMAGE_PURPOSES), width: z.int(), height: z.int(), color: z.string() }),
)

/** A picture of the demonstration as a row of `images`, but for owner and time. */
export type DemoPicture = { id: string } & z.output<typeof List>[string]

/** The pictures that `scripts/draw-demo-pictures.mjs` has drawn, by name. */
export async function listPictures(): Promise<Map<string, DemoPicture>> {
  const list = List.parse(JSON.parse(await readFile(new URL('pictures.json', folder), 'utf8')))
  return new Map(Object.entries(list).map(([name, facts]) => [name, { id: idOf(name), ...facts }]))
}

/** Copies their files into the image store, a few at a time: each waits for the disk. */
export async function savePictures(store: ImageStore, pictures: Map<string, DemoPicture>): Promise<void> {
  await forEachConcurrently([...pictures], async ([name, { id, width }]) => {
    await saveCopies(store, id, await Promise.all(widthsOf(width).map((copy) => readCopy(name, copy))))
  })
}

async function readCopy(name: string, width: ProcessedImage['copies'][number]['width']) {
  return { width, bytes: await readFile(new URL(`${name}-${width}.webp`, folder)) }
}

function idOf(name: string): string {
  return Buffer.from(createRandom(seedOf(`picture ${name}`)).bytes(16)).toString('hex')
}
