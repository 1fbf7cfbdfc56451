import { api } from '#contract/api.ts'
import { type Api, admit, type Serve } from '../http.ts'
import { notFound, Problem } from '../problems.ts'
import type { Caller } from '../sign-in/caller.ts'
import { imageUrl, isImageId } from './image-url.ts'
import { describeImageCalls } from './images.openapi.ts'
import { issueImageTicket } from './issue-image-ticket.ts'
import { nearestWidth, readImage } from './read-image.ts'
import { readUpload } from './read-upload.ts'
import { storeUpload, type Uploader } from './store-upload.ts'

type Deps = { findCaller(request: Request): Promise<Caller | undefined> } & Parameters<typeof storeUpload>[0]

/** `Upload-Ticket` takes the place of a sign-in for the photo of a sign-up. */
export const TICKET_HEADER = 'upload-ticket'

/** A picture is shown as a picture and nothing else, whatever a browser thinks of its bytes; it never changes. */
const PICTURE_HEADERS = {
  'content-type': 'image/webp',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'public, max-age=31536000, immutable',
}

/** Registers the ticket call of the contract, and the two calls that are not JSON: sending and showing a picture. */
export function imageRoutes(serve: Serve, app: Api, deps: Deps): void {
  describeImageCalls(app)

  serve(api.imageTicket, async ({ address }) => {
    const { ticket, expiresAt } = await issueImageTicket(deps, address)
    return {
      status: 201,
      body: { ticket, expiresAt: expiresAt.toISOString() },
      headers: { 'cache-control': 'no-store' },
    }
  })

  app.post('/images', async (c) => {
    const purpose = c.req.query('purpose')
    if (purpose !== 'avatar' && purpose !== 'product')
      throw new Problem('bad-input', 'Say what the picture is for.', {
        errors: [{ pointer: '/query/purpose', message: 'Must be avatar or product.' }],
      })
    const who = uploader(purpose, await deps.findCaller(c.req.raw), c.req.header(TICKET_HEADER))
    const { id, ...facts } = await storeUpload(deps, who, { purpose, picture: () => readUpload(c.req.raw) })
    c.header('cache-control', 'no-store')
    return c.json({ success: true, data: { url: imageUrl(id), ...facts } }, 201)
  })

  app.get('/images/:id', async (c) => {
    const id = c.req.param('id')
    const image = isImageId(id)
      ? await readImage(deps.imageStore, id, nearestWidth(c.req.query('w')))
      : undefined
    if (!image) throw notFound('picture')
    const headers = { ...PICTURE_HEADERS, etag: `"${id}-${image.width}"` }
    if (mentions(c.req.header('if-none-match'), headers.etag)) return c.body(null, 304, headers)
    return c.body(image.bytes, 200, { ...headers, 'content-length': String(image.bytes.byteLength) })
  })
}

/** Photos of people: anyone signed in, or a visitor with a ticket. Pictures of laptops: sellers. */
function uploader(
  purpose: 'avatar' | 'product',
  caller: Caller | undefined,
  ticket: string | undefined,
): Uploader {
  if (purpose === 'avatar' && !caller && ticket) return { ticket }
  admit(purpose === 'avatar' ? 'signed-in' : 'seller', caller)
  return { userId: caller!.id }
}

function mentions(ifNoneMatch: string | undefined, etag: string): boolean {
  return (ifNoneMatch ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}
