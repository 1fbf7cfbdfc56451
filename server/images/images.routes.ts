import { hash } from 'node:crypto'
import type { Context } from 'hono'
import { api } from '#contract/api.ts'
import { IMAGE_PURPOSES, type ImagePurpose } from '#contract/choices.ts'
import { IdempotencyKey } from '#contract/idempotency-key.ts'
import { TICKET_HEADER } from '#contract/images.ts'
import { namesTag } from '../http/buffered-response.ts'
import { type Api, type Env, networkOfCall, type Serve, type ServeDeps } from '../http/serve.ts'
import { badField, notFound, Problem } from '../problems.ts'
import { admit } from '../sign-in/admit.ts'
import type { Caller } from '../sign-in/caller.ts'
import { imageUrl, isImageId } from './image-url.ts'
import { describeImageCalls } from './images.openapi.ts'
import { issueImageTicket } from './issue-image-ticket.ts'
import { nearestWidth, readImage } from './read-image.ts'
import { readUpload } from './read-upload.ts'
import { storeUpload, type Uploader } from './store-upload.ts'

type Deps = Pick<ServeDeps, 'findCaller' | 'answerOnce'> & Parameters<typeof storeUpload>[0]

/**
 * A picture is served as a picture and nothing else, whatever a browser makes of its bytes. It never changes, but may
 * be deleted together with its owner: shared caches ask again sooner.
 */
const PICTURE_HEADERS = {
  'content-type': 'image/webp',
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'public, max-age=31536000, s-maxage=3600, immutable',
}

/** Registers the ticket call of the contract, and the two calls that are not JSON: sending and showing a picture. */
export function imageRoutes(serve: Serve, app: Api, deps: Deps): void {
  describeImageCalls(app)

  serve(api.imageTicket, async ({ address }) => {
    const { ticket, expiresAt } = await issueImageTicket(deps, address)
    return { status: 201, body: { ticket, expiresAt: expiresAt.toISOString() } }
  })

  app.post('/images', async (c) => {
    const hasToken = c.req.header('authorization') !== undefined
    const caller = await deps.findCaller(c.req.raw)
    const purpose = purposeOf(c.req.queries('purpose'), caller)
    const who = uploader(purpose, { hasToken, caller }, c.req.header(TICKET_HEADER))
    const key = readIdempotencyKey(c)
    const picture = readUpload(c.req.raw)
    const asked = {
      owner: 'userId' in who ? who.userId : networkOfCall(c),
      call: `POST ${c.req.path}`,
      key,
      content: async () => [purpose, ...(await contentOf(who, picture))],
      secret: false,
    }
    return deps.answerOnce(asked, async () => {
      const { id, ...facts } = await storeUpload(deps, who, { purpose, picture })
      return c.json({ success: true, data: { url: imageUrl(id), ...facts } }, 201)
    })
  })

  app.get('/images/:id', async (c) => {
    const id = c.req.param('id')
    const image = isImageId(id)
      ? await readImage(deps.imageStore, id, nearestWidth(c.req.query('w')))
      : undefined
    if (!image) throw notFound('picture')
    const headers = { ...PICTURE_HEADERS, etag: `"${id}-${image.width}"` }
    if (namesTag(c.req.header('if-none-match') ?? '', headers.etag)) return c.body(null, 304, headers)
    return c.body(image.bytes, 200, { ...headers, 'content-length': String(image.bytes.byteLength) })
  })
}

/** What a picture is for. Requests of the specification do not say it: then the sender's role decides. */
function purposeOf(named: string[] = [], caller: Caller | undefined): ImagePurpose {
  const [purpose = caller?.userType === 'seller' ? 'product' : 'avatar', ...more] = named
  const known = IMAGE_PURPOSES.find((one) => one === purpose)
  if (known && more.length === 0) return known
  throw new Problem('bad-input', 'Say what the picture is for.', {
    errors: [{ pointer: '/query/purpose', message: 'Must be avatar or product.' }],
  })
}

/** It may be absent. Problem: `bad-input` where the header is not a valid key. */
function readIdempotencyKey(c: Context<Env>): string | undefined {
  const { success, data, error } = IdempotencyKey.safeParse(c.req.header('idempotency-key'))
  if (success) return data
  throw badField('/header/Idempotency-Key', error.issues[0]!.message)
}

/** What an upload is compared by: the picture alone, since a repeated form has another boundary. */
async function contentOf(who: Uploader, picture: () => Promise<Uint8Array>): Promise<string[]> {
  const file = picture().then((bytes) => hash('sha256', bytes))
  if ('userId' in who) return [await file]
  // An unreadable picture is refused after the ticket was checked, and counts as one of its tries.
  return [who.ticket, await file.catch(() => 'unreadable')]
}

/**
 * Who may upload what. Photos of people: anyone signed in, or a visitor without a token, with a ticket. Pictures of
 * laptops: sellers.
 */
function uploader(
  purpose: ImagePurpose,
  { hasToken, caller }: { hasToken: boolean; caller: Caller | undefined },
  ticket: string | undefined,
): Uploader {
  if (purpose === 'avatar' && !hasToken && ticket) return { ticket }
  admit(purpose === 'avatar' ? 'signed-in' : 'seller', caller)
  return { userId: caller!.id }
}
