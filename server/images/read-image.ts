import { IMAGE_WIDTHS } from '#contract/choices.ts'
import type { ImageStore } from '../outside/image-store.ts'
import { imageKey } from './image-url.ts'

type Width = (typeof IMAGE_WIDTHS)[number]

/** The copy of a picture for a width: that copy, or the largest there is where the picture is smaller. */
export async function readImage(
  store: ImageStore,
  id: string,
  width: Width,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; width: Width } | undefined> {
  for (const smaller of IMAGE_WIDTHS.filter((other) => other <= width).reverse()) {
    const bytes = await store.read(imageKey(id, smaller))
    if (bytes) return { bytes, width: smaller }
  }
  return undefined
}

/** The stored width that is nearest to the one asked for; the largest if none is asked for. */
export function nearestWidth(asked: string | undefined): Width {
  const wanted = /^\d{1,6}$/.test(asked ?? '') ? Number(asked) : Number.POSITIVE_INFINITY
  let nearest: Width = IMAGE_WIDTHS[0]
  for (const width of IMAGE_WIDTHS) if (wanted - nearest >= width - wanted) nearest = width
  return nearest
}
