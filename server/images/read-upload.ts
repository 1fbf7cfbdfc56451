import { MOST_IMAGE_BYTES } from '#contract/limits.ts'
import { IMAGE_TOO_LARGE } from '#contract/refusals.ts'
import { MOST_UPLOAD_BYTES } from '../http/request-body.ts'
import { Problem } from '../problems.ts'
import { readAtMost } from '../read-at-most.ts'

const MOST_PARTS = 20
/** The longest head of a part, which holds little more than names. */
const MOST_HEAD_BYTES = 8 * 1024
/** The characters that a boundary may have, without quotes and escapes. */
const BOUNDARY = /;\s*boundary=(?:"([\w'()+,\-./:=? ]{1,70})"|([\w'()+,\-./:=?]{1,70}))\s*(?:;|$)/i

/**
 * Returns a function that reads the file in the field `image` of a multipart form; it is read once, however often the
 * function is called. What the head shows is refused at once, before anything is counted or read.
 *
 * Problems: at once `unsupported-type` for another content type, `bad-input` without a boundary; when reading
 * `bad-input` for a form that is malformed or does not have exactly one such file; at once or when reading `too-large`
 * for a picture of more than 8 MB.
 */
export function readUpload(request: Request): () => Promise<Uint8Array> {
  const contentType = request.headers.get('content-type') ?? ''
  if (!/^multipart\/form-data\s*(?:;|$)/i.test(contentType))
    throw new Problem(
      'unsupported-type',
      'Send a form (multipart/form-data) with the picture in the field image.',
    )
  const boundary = BOUNDARY.exec(contentType)
  if (!boundary) throw malformed()
  if (Number(request.headers.get('content-length') ?? 0) > MOST_UPLOAD_BYTES) throw tooLarge()

  let picture: Promise<Uint8Array> | undefined
  return () => {
    picture ??= readPicture(request, boundary[1] ?? boundary[2] ?? '')
    return picture
  }
}

async function readPicture(request: Request, boundary: string): Promise<Uint8Array> {
  const body = await readAtMost(request, MOST_UPLOAD_BYTES)
  if (!body) throw tooLarge()
  if (!isQuicklyParsed(body, `--${boundary}`)) throw malformed()
  // Nothing else of the head goes to the parser, which could find another boundary there than the one that was checked.
  const form = await new Response(body, {
    headers: { 'content-type': `multipart/form-data; boundary="${boundary}"` },
  })
    .formData()
    .catch((cause) => Promise.reject(malformed(cause)))
  const [file, ...more] = form.getAll('image')
  if (!(file instanceof File) || more.length > 0) {
    const message = 'Must be exactly one file.'
    throw new Problem('bad-input', 'Send one picture, in the field image.', {
      errors: [{ pointer: '/image', message }],
    })
  }
  if (file.size > MOST_IMAGE_BYTES) throw tooLarge()
  return new Uint8Array(await file.arrayBuffer())
}

/**
 * Checked beforehand because a form of a hundred thousand empty parts keeps the parser busy for a second, and so does
 * one part with a million header lines.
 */
function isQuicklyParsed(body: Buffer, delimiter: string): boolean {
  let parts = 0
  for (let at = body.indexOf(delimiter); at !== -1; at = body.indexOf(delimiter, at + 1)) {
    const head = body.subarray(at, at + MOST_HEAD_BYTES)
    const isWhole = head.length < MOST_HEAD_BYTES || head.includes('\r\n\r\n')
    if (++parts > MOST_PARTS || !isWhole) return false
  }
  return true
}

const malformed = (cause?: unknown) =>
  new Problem('bad-input', 'The form with the picture is malformed. Please send it again.', { cause })
const tooLarge = () => new Problem('too-large', IMAGE_TOO_LARGE)
