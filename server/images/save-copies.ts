import type { ImageStore } from '../outside/image-store.ts'
import { imageKey } from './image-url.ts'
import type { ProcessedImage } from './process-image.ts'

/**
 * Saves all copies of a picture. This is done before its row is written, so that no row lacks its files. Throws the
 * first failure, but only when no save is running any more: a caller who then removes them finds them all.
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
