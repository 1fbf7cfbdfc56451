import type { UploadedImage } from '#contract/images.ts'
import { ApiProblem, unreachable } from './api-problem.ts'

/**
 * Sends a photo and answers where it is kept. `onProgress` hears how much is sent, from 0 to 1: the one
 * thing for which fetch does not do.
 */
export function uploadImage(
  file: File,
  {
    purpose,
    headers,
    onProgress,
  }: {
    purpose: 'avatar' | 'product'
    headers: Record<string, string>
    onProgress: (part: number) => void
  },
): Promise<UploadedImage['data']> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', `/api/images?purpose=${purpose}`)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0)
    request.onerror = () => reject(unreachable())
    request.onload = () => {
      const { status, response } = request
      if (status < 300 && response?.success) resolve(response.data)
      else reject(new ApiProblem(status, response?.code ?? 'refused', response?.detail ?? refusal(status)))
    }
    const form = new FormData()
    form.append('image', file)
    request.send(form)
  })
}

function refusal(status: number): string {
  if (status === 413) return 'The photo is too large.'
  return status === 415
    ? 'Please choose a JPEG, PNG or WebP photo.'
    : 'The photo was not accepted. Please try another.'
}
