import { z } from '@hono/zod-openapi'
import { ImageColor, ImageUrl, Time } from './fields.ts'

/** The header of a ticket, which takes the place of a sign-in for the photo of a sign-up. */
export const TICKET_HEADER = 'upload-ticket'

export const ImageTicket = z
  .object({ ticket: z.string().openapi({ description: 'For the header Upload-Ticket.' }), expiresAt: Time })
  .openapi('ImageTicket', { description: 'Good for one upload before signing up.' })

export const UploadedImage = z
  .object({
    success: z.literal(true),
    data: z.object({
      url: ImageUrl,
      width: z.int().openapi({ description: 'Of the widest copy, in pixels.' }),
      height: z.int(),
      color: ImageColor,
    }),
  })
  .openapi('UploadedImage')
export type UploadedImage = z.infer<typeof UploadedImage>
