import type { ImagePurpose } from '#contract/choices.ts'
import type { UploadedImage } from '#contract/images.ts'
import { ApiProblem, readProblem, requireAcknowledged, unreachable } from '../api-problem.ts'
import { shrinkPicture } from './shrink-picture.ts'

/**
 * How long nothing may come or go, in milliseconds: what counts as sent may still be on its way, and then waits for the
 * pictures that came before it.
 */
const TIMEOUT_MS = 60_000

/**
 * Sends a photo, no larger than it has to be, and answers where it is kept. What is wrong with it is told at the field
 * `image`. `onProgress` hears how much is sent, from 0 to 1: the one thing for which fetch does not do.
 */
export async function uploadImage(
  file: File,
  {
    purpose,
    headers,
    onProgress,
  }: {
    purpose: ImagePurpose
    headers: Record<string, string>
    onProgress: (part: number) => void
  },
): Promise<UploadedImage['data']> {
  const picture = await shrinkPicture(file)
  await requireReadable(picture)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api/images?purpose=${purpose}`)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => request.abort(), TIMEOUT_MS)
    }
    request.upload.onprogress = ({ loaded, total }) => {
      wait()
      onProgress(total ? loaded / total : 0)
    }
    request.onerror = request.onabort = () => reject(unreachable())
    request.onload = () => resolve(readAnswer(request))
    request.onloadend = () => clearTimeout(timer)
    const form = new FormData()
    form.append('image', picture)
    request.send(form)
    wait()
  })
}

/**
 * What was deleted, or saved anew, since it was chosen can be sent no more: that would fail as a lost connection does.
 * Where its size had not been asked for before, Chromium reads an empty file in its place.
 */
async function requireReadable(picture: Blob): Promise<void> {
  const start = await picture
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => undefined)
  if (start?.byteLength) return
  const message = 'This picture cannot be read. Please choose it again, or another.'
  throw ofPicture(new ApiProblem(400, 'unreadable', message))
}

async function readAnswer(request: XMLHttpRequest): Promise<UploadedImage['data']> {
  const answer = new Response(request.responseText, { status: request.status })
  if (!answer.ok) throw ofPicture(await readProblem(answer))
  const { success, data }: UploadedImage = await answer.json()
  requireAcknowledged({ acknowledged: success })
  return data
}

/** What is refused for its size or its kind is told at no field; here there is but one. */
function ofPicture(problem: ApiProblem): ApiProblem {
  const { status, code, message, errors } = problem
  if (![400, 413, 415].includes(status) || errors.length > 0) return problem
  return new ApiProblem(status, code, message, [{ pointer: '/image', message }])
}
