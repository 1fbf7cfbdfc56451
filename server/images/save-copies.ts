import type { ImageStore } from '../outside/image-store.ts'
import { imageKey } from './image-url.ts'
import type { ProcessedImage } from './process-image.ts'

/** Puts all copies of a picture into the store. Done before its row is written, so that no row lacks its files. */
export async function saveCopies(
  store: ImageStore,
  id: string,
  copies: ProcessedImage['copies'],
): Promise<void> {
  await Promise.all(copies.map(({ width, bytes }) => store.save(imageKey(id, width), bytes, 'image/webp')))
}
