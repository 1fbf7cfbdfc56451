import { z } from '@hono/zod-openapi'
import { Email, MessageText, Name, Subject } from './fields.ts'

/** What the Contact Us form sends: kept, and mailed to the shop’s operator. */
export const NewMessage = z
  .object({ name: Name, email: Email, subject: Subject, message: MessageText })
  .openapi('NewMessage')
export type NewMessage = z.infer<typeof NewMessage>
