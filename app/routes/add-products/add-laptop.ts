import { api } from '../../api.ts'
import { ApiProblem } from '../../api-problem.ts'
import type { Input } from '../../api-types.ts'
import { uploadImage } from '../../images/upload-image.ts'
import { ownToken, replaceToken } from '../../session/access-token.ts'
import { findSentPicture, forgetSentPicture, keepSentPicture } from './sent-picture.ts'

type TypedLaptop = Omit<Input<'post', '/addproducts'>['body'], 'image'>

/**
 * Puts a laptop on sale: its picture first, then what was typed. A picture that was sent is noted beside the
 * draft, so that trying again does not send it again; one that the shop no longer takes is forgotten there. Throws
 * the ApiProblem of the step that failed; one that is about the picture stands at the field `image`.
 */
export async function addLaptop(
  laptop: TypedLaptop,
  picture: File,
  draftKey: string,
  onUpload: (part: number) => void,
): Promise<void> {
  const image = findSentPicture(draftKey, picture) ?? (await sendPicture(picture, onUpload))
  keepSentPicture(draftKey, picture, image)
  try {
    await api.post('/addproducts', { body: { ...laptop, image } })
    // A picture is for one laptop.
    forgetSentPicture(draftKey)
  } catch (error) {
    // Taken by a laptop whose answer was lost, it stays known: sent anew, it would be listed twice.
    if (error instanceof ApiProblem && error.field('image') && !isListed(error)) forgetSentPicture(draftKey)
    throw error
  }
}

/** Whether the laptop that was sent with that picture is there: its answer was lost, and it was changed since. */
export const isListed = (error: unknown): boolean =>
  error instanceof ApiProblem && error.code === 'picture-taken'

async function sendPicture(picture: File, onProgress: (part: number) => void): Promise<string> {
  const send = (token: string | undefined) =>
    uploadImage(picture, {
      purpose: 'product',
      headers: token ? { Authorization: `Bearer ${token}` } : {},
      onProgress,
    })
  const token = await ownToken()
  const { url } = await send(token).catch(async (error: unknown) => {
    const isRefused = error instanceof ApiProblem && error.status === 401
    const renewed = isRefused && token && (await replaceToken(token))
    if (!renewed) throw error
    return send(renewed)
  })
  return url
}
