import type { ImageStore } from '../outside/image-store.ts'
import { imageKey } from './image-url.ts'
import type { ProcessedImage } from './process-image.ts'

/**
 * Puts all copies of a picture into the store. Done before its row is written, so that no row lacks its
 * files. Throws what the first failure was, and only when none is under way any more: whoever then removes
 * them finds them all.
 */
export async function saveCopies(
  store: ImageStore,
  id: string,
  copies: ProcessedImage['copies'],
): Promise<void> {
  const saved = await Promise.allSettled(
    copies.map(({ width, bytes }) => store.save(imageKey(id, width), bytes)),
  )
  for (const one of saved) if (one.status === 'rejected') throw one.reason
}
