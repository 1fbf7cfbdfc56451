import type { ImagePurpose } from '#contract/choices.ts'
import type { UploadedImage } from '#contract/images.ts'
import { ApiProblem, readProblem, requireAcknowledged, unreachable } from '../api-problem.ts'
import { shrinkPicture } from './shrink-picture.ts'

/**
 * How long there may be no progress, in milliseconds: bytes that count as sent may still be on their way, and then wait
 * for the pictures that came before.
 */
const TIMEOUT_MS = 60_000

/**
 * Sends a photo, made as small as it may be, and returns its URL. A problem with it is that of the field `image`.
 * `onProgress` gets the sent share, from 0 to 1: the one thing that fetch cannot report.
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
 * A file that was deleted or changed since it was chosen cannot be sent: that would look like a lost connection. If its
 * size was not read before, Chromium reads an empty file in its place.
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

/** Refusals for size or format name no field; here there is only one. */
function ofPicture(problem: ApiProblem): ApiProblem {
  const { status, code, message, errors } = problem
  if (![400, 413, 415].includes(status) || errors.length > 0) return problem
  return new ApiProblem(status, code, message, [{ pointer: '/image', message }])
}
