import { z } from '@hono/zod-openapi'
import { Time } from './fields.ts'

/** The header of a ticket, which takes the place of a sign-in for the photo of a sign-up. */
export const TICKET_HEADER = 'upload-ticket'

export const ImageTicket = z
  .object({ ticket: z.string(), expiresAt: Time })
  .openapi('ImageTicket', { description: 'Good for one upload before signing up.' })

export const UploadedImage = z
  .object({
    success: z.literal(true),
    data: z.object({ url: z.string(), width: z.int(), height: z.int(), color: z.string() }),
  })
  .openapi('UploadedImage')
export type UploadedImage = z.infer<typeof UploadedImage>
