import { z } from '@hono/zod-openapi'
import { SIGN_UP_TYPES } from './choices.ts'
import { Email, Id, Name } from './fields.ts'

/** A person as they (and an admin) may see them. */
export const User = z
  .object({
    _id: Id,
    name: z.string(),
    email: z.string(),
    image: z.string().nullable(),
    userType: z.enum(['buyer', 'seller', 'admin']).nullable().openapi({ description: 'null until chosen.' }),
    verified: z.boolean(),
  })
  .openapi('User')
export type User = z.infer<typeof User>

export const NewUser = z
  .object({
    name: Name,
    image: z.string().max(200).nullish().openapi({ description: 'The url of an upload of one’s own.' }),
    email: Email,
    userType: z.enum(SIGN_UP_TYPES),
  })
  .openapi('NewUser')

export const TokenRequest = z.object({ email: Email }).openapi('TokenRequest')
export const Token = z.object({ token: z.string() }).openapi('Token')

export const IsAdmin = z.object({ isAdmin: z.boolean() })
export const IsSeller = z.object({ isSeller: z.boolean() })
export const IsBuyer = z.object({ isBuyer: z.boolean() })
