import { z } from '@hono/zod-openapi'
import { Email, Name } from './fields.ts'
import { characters, LEAST_PASSWORD } from './limits.ts'
import { sitePath } from './site-path.ts'

const MOST = 128
const tooLong = `Please choose a password of at most ${MOST} characters.`
/** A character is one or two UTF-16 units: longer input than this is refused without the costlier checks. */
const typed = z.string().max(2 * MOST, { abort: true, error: tooLong })

const Password = typed
  .refine(
    (value) => characters(value) >= LEAST_PASSWORD,
    `Please choose a password of at least ${LEAST_PASSWORD} characters.`,
  )
  .refine((value) => characters(value) <= MOST, tooLong)
  .refine(
    (value) => value.isWellFormed() && !value.includes('\0'),
    'Contains characters that cannot be used.',
  )
  .openapi({
    minLength: LEAST_PASSWORD,
    maxLength: MOST,
    description: 'Taken as typed; one that is easily guessed is refused.',
  })
const GivenPassword = typed.min(1).openapi({ description: 'The password that the account has.' })

const MailedToken = z.string().min(1).max(200).openapi({ description: 'The token of the mailed link.' })

export const NewAccount = z
  .object({
    name: Name,
    email: Email,
    password: Password,
    emailToken: MailedToken.optional().openapi({
      description: 'Of the mailed link that led here: if it is for this e-mail, that is confirmed at once.',
    }),
  })
  .openapi('NewAccount')
export const Credentials = z.object({ email: Email, password: GivenPassword }).openapi('Credentials')

const SitePath = z
  .string()
  .max(1000)
  .refine((value) => value.startsWith('/') && sitePath(value) !== undefined, 'Must be a path on this site.')
export const GoogleStart = z
  .object({
    provider: z.literal('google').openapi({ description: 'The only one.' }),
    next: SitePath.optional().openapi({ description: 'A path of the shop: where to go once signed in.' }),
  })
  .openapi('GoogleStart')

export const PasswordResetRequest = z.object({ email: Email }).openapi('PasswordResetRequest')
export const PasswordReset = z.object({ token: MailedToken, newPassword: Password }).openapi('PasswordReset')
export const PasswordChange = z
  .object({ currentPassword: GivenPassword, newPassword: Password })
  .openapi('PasswordChange')

export const EmailToken = z.object({ token: MailedToken }).openapi('EmailToken')
/** The result of confirming an e-mail address, or what is missing for it: a session, or an account. */
export type EmailConfirmation = {
  email: string
  outcome: 'confirmed' | 'sign-in' | 'sign-up' | 'signed-in-as-another'
}
