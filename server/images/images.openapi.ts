import { z } from '@hono/zod-openapi'
import { IMAGE_PURPOSES } from '#contract/choices.ts'
import { ReplayHeaders } from '#contract/endpoint.ts'
import { IdempotencyKey } from '#contract/idempotency-key.ts'
import { UploadedImage } from '#contract/images.ts'
import { MOST_IMAGE_MB } from '#contract/limits.ts'
import { problemAnswers } from '#contract/problem-answers.ts'
import type { Api } from '../http/serve.ts'
import { LONGEST_SIDE, MOST_MEGAPIXELS } from './process-image.ts'

const SENDING = [
  'bad-input',
  'not-signed-in',
  'not-allowed',
  'key-reused',
  'request-in-progress',
  'too-large',
  'unsupported-type',
  'too-many-requests',
  'overloaded',
  'image-store-unavailable',
] as const

const file = z.string().openapi({ type: 'string', format: 'binary' })

/** Enters the two calls that are not JSON into the OpenAPI document. */
export function describeImageCalls(app: Api): void {
  app.openAPIRegistry.registerPath({
    method: 'post',
    path: '/images',
    operationId: 'sendImage',
    summary: 'Send a picture: your photo or, for a seller, a laptop’s',
    tags: ['Images'],
    security: [{ bearer: [] }, {}],
    request: {
      query: z.object({
        purpose: z.enum(IMAGE_PURPOSES).optional().openapi({
          description: 'If left out: product from a seller, avatar from anyone else.',
        }),
      }),
      headers: z.object({
        'Upload-Ticket': z
          .string()
          .optional()
          .openapi({ description: 'From /image-tickets, for a photo sent before signing up.' }),
        'Idempotency-Key': IdempotencyKey,
      }),
      body: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: z.object({
              image: file.openapi({
                description: `A JPEG, PNG or WebP of at most ${MOST_IMAGE_MB} MB and ${MOST_MEGAPIXELS} megapixels, ${LONGEST_SIDE} pixels a side.`,
              }),
            }),
          },
        },
      },
    },
    responses: {
      201: {
        description: 'Stored.',
        headers: ReplayHeaders,
        content: { 'application/json': { schema: UploadedImage } },
      },
      ...problemAnswers(SENDING, {
        400: 'The form or the picture is malformed, or has too many pixels.',
        401: 'Neither signed in nor with a valid ticket.',
        403: 'A laptop’s picture, and not from a seller.',
        409: 'The Idempotency-Key was used for another request, or this one is still being answered.',
        413: `Over ${MOST_IMAGE_MB} MB.`,
        415: 'Not a form, or not a still JPEG, PNG or WebP.',
        429: 'Too many pictures from this person or address; Retry-After says when to try again.',
        503: 'Many pictures are coming in, or none can be stored now; Retry-After says when to try again.',
      }),
    },
  })

  app.openAPIRegistry.registerPath({
    method: 'get',
    path: '/images/{id}',
    operationId: 'image',
    summary: 'A picture',
    tags: ['Images'],
    request: {
      params: z.object({ id: z.string() }),
      query: z.object({
        w: z.string().optional().openapi({
          description: 'The width wanted: 320, 640 or 1280, which is usual; the nearest is sent.',
        }),
      }),
    },
    responses: {
      200: { description: 'Always WebP; it never changes.', content: { 'image/webp': { schema: file } } },
      304: { description: 'Unchanged.' },
      ...problemAnswers(['not-found', 'image-store-unavailable'], {
        404: 'There is no such picture.',
        503: 'Pictures cannot be reached now; Retry-After says when to try again.',
      }),
    },
  })
}
