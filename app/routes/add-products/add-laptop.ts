import { api } from '../../api.ts'
import { ApiProblem } from '../../api-problem.ts'
import type { Input } from '../../api-types.ts'
import { uploadImage } from '../../images/upload-image.ts'
import { ownToken, replaceToken } from '../../session/access-token.ts'
import { findSentPicture, forgetSentPicture, keepSentPicture } from './sent-picture.ts'

type TypedLaptop = Omit<Input<'post', '/addproducts'>['body'], 'image'>

/**
 * Puts a laptop on sale: its picture first, then the rest. A sent picture is stored beside the draft, so that trying
 * again does not send it again; one that the shop no longer accepts is removed there. Throws the ApiProblem of the
 * failed step; one about the picture belongs to the field `image`.
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
    // A picture belongs to one laptop.
    forgetSentPicture(draftKey)
  } catch (error) {
    // If it belongs to a laptop whose answer was lost, it stays stored: sent again, the laptop would be listed twice.
    if (error instanceof ApiProblem && error.field('image') && !isListed(error)) forgetSentPicture(draftKey)
    throw error
  }
}

/** Whether the laptop that was sent with that picture is listed: its answer was lost, and it was changed since. */
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
