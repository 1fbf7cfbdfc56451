import { freshToken, renewToken } from '../../access-token.ts'
import { api } from '../../api.ts'
import { ApiProblem } from '../../api-problem.ts'
import type { Input } from '../../api-types.ts'
import { uploadImage } from '../../upload-image.ts'

type TypedLaptop = Omit<Input<'post', '/addproducts'>['body'], 'image'>

/** The picture that is uploaded already, so that trying again does not send it again. */
export type AddProgress = { picture?: { file: File; url: string } | undefined }

/**
 * Puts a laptop on sale: its picture first, then what was typed. A picture that was sent is noted in
 * `progress`; one that the shop no longer takes is forgotten there. Throws the ApiProblem of the step that
 * failed; one that is about the picture stands at the field `image`.
 */
export async function addLaptop(
  laptop: TypedLaptop,
  picture: File,
  progress: AddProgress,
  onUpload: (part: number) => void,
): Promise<void> {
  if (!progress.picture || !isSame(progress.picture.file, picture)) {
    progress.picture = { file: picture, url: await sendPicture(picture, onUpload) }
  }
  try {
    await api.post('/addproducts', { body: { ...laptop, image: progress.picture.url } })
    // A picture is for one laptop.
    progress.picture = undefined
  } catch (error) {
    if (error instanceof ApiProblem && error.field('image')) progress.picture = undefined
    throw error
  }
}

/** Chosen again after the form was left, it is another object. */
const isSame = (one: File, other: File): boolean =>
  one.name === other.name && one.size === other.size && one.lastModified === other.lastModified

async function sendPicture(picture: File, onProgress: (part: number) => void): Promise<string> {
  const send = (token: string | undefined) =>
    uploadImage(picture, {
      purpose: 'product',
      headers: token ? { Authorization: `Bearer ${token}` } : {},
      onProgress,
    })
  const { url } = await send(await freshToken()).catch(async (error: unknown) => {
    if (!(error instanceof ApiProblem) || error.status !== 401) throw error
    return send(await renewToken())
  })
  return url
}
