import { z } from '@hono/zod-openapi'
import { SIGN_UP_TYPES, USER_TYPES } from './choices.ts'
import { Email, Id, Name, PhotoUrl, Time } from './fields.ts'

/** A person as they (and an admin) may see them. */
export const User = z
  .object({
    _id: Id,
    name: z.string(),
    email: z.string(),
    image: PhotoUrl,
    userType: z.enum(USER_TYPES).nullable().openapi({ description: 'null until chosen.' }),
    verified: z.boolean().openapi({ description: 'Whether an admin has verified this seller.' }),
    emailProven: z.boolean().openapi({ description: 'Whether the e-mail address is confirmed as theirs.' }),
  })
  .openapi('User')
export type User = z.infer<typeof User>

/** Completes a sign-up, with the chosen role: the e-mail must be that of the session. */
export const NewUser = z
  .object({
    name: Name,
    image: z
      .string()
      .max(200)
      .nullish()
      .openapi({ description: 'The url that POST /images gave for one of your own uploads.' }),
    email: Email.openapi({ description: 'That of the session.' }),
    userType: z.enum(SIGN_UP_TYPES),
  })
  .openapi('NewUser')

/** Asks for an access token, which lives ten minutes: the e-mail must be that of the session. */
export const TokenRequest = z
  .object({ email: Email.openapi({ description: 'That of the session.' }) })
  .openapi('TokenRequest')
export const Token = z
  .object({ token: z.string().openapi({ description: 'To be sent as a bearer, for ten minutes.' }) })
  .openapi('Token')

export const IsAdmin = z.object({ isAdmin: z.boolean() })
export const IsSeller = z.object({ isSeller: z.boolean() })
export const IsBuyer = z.object({ isBuyer: z.boolean() })

/** A buyer or seller in an admin's list. */
export const Person = User.extend({
  online: z.boolean().openapi({ description: 'Active within the last five minutes.' }),
  lastSeenDate: Time.nullable().openapi({ description: 'null if never.' }),
  joinedDate: Time,
}).openapi('Person')
export type Person = z.infer<typeof Person>

/** What Google’s sign-in brings. It changes neither the name nor the picture of an existing account. */
export const GoogleUser = z
  .object({
    name: Name,
    image: z.string().max(2000).nullish().openapi({ description: 'Ignored: pictures are your own uploads.' }),
    email: Email,
    userType: z.literal('buyer'),
  })
  .openapi('GoogleUser')

/** One of a person's own sign-ins. */
export const SignedInSession = z
  .object({
    _id: Id,
    device: z.string().openapi({ description: 'Browser and system, as far as they are known.' }),
    current: z.boolean().openapi({ description: 'Whether it is the one making this call.' }),
    signedInDate: Time,
    lastUsedDate: Time,
  })
  .openapi('SignedInSession')
export type SignedInSession = z.infer<typeof SignedInSession>
