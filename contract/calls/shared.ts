import { z } from '@hono/zod-openapi'
import { Email, Id, Paging } from '../fields.ts'

export const byEmail = z.object({ email: Email })
export const byId = z.object({ id: Id })
/**
 * The specification has callers name themselves, although their token does. The server refuses any e-mail but their own
 * (`not-allowed`, by requireOwnEmail); what is answered need not be theirs.
 */
export const byOwnEmail = z.object({ email: Email.openapi({ description: 'The caller’s own.' }) })
/** The same for a list that is paged. */
export const pagedByOwnEmail = Paging.extend(byOwnEmail.shape)
