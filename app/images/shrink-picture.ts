/**
 * The shop does not store more than this: pictures are at most 1280 wide, and half as high again (`process-image.ts`).
 */
const LONGEST_SIDE = 1920

/**
 * A photo as it is sent: on a slow line a full-size one of a phone takes longer than the shop waits for it. One that is
 * small enough is sent unchanged, and so is one that the browser cannot read: the shop then says what is wrong.
 */
export async function shrinkPicture(file: File): Promise<Blob> {
  try {
    const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
    const scale = LONGEST_SIDE / Math.max(picture.width, picture.height)
    const shrunk = scale < 1 ? await draw(picture, scale) : file
    picture.close()
    return shrunk.size < file.size ? shrunk : file
  } catch {
    return file
  }
}

function draw(picture: ImageBitmap, scale: number): Promise<Blob> {
  const whole = (side: number) => Math.max(1, Math.round(side * scale))
  const canvas = new OffscreenCanvas(whole(picture.width), whole(picture.height))
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('There is no canvas.')
  context.imageSmoothingQuality = 'high'
  // Transparency becomes white, as the shop does it.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, 0, 0, canvas.width, canvas.height)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 })
}
