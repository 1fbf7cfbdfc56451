import { z } from '@hono/zod-openapi'
import { Email, Id, Paging } from '../fields.ts'

export const byEmail = z.object({ email: Email })
export const byId = z.object({ id: Id })
export const own = z.object({ email: Email.openapi({ description: 'The caller’s own.' }) })
export const ofOwn = Paging.extend(own.shape)
