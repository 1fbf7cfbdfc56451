import { z } from '@hono/zod-openapi'
import { Email, Name } from './fields.ts'

/** 8 to 128 characters, taken as typed. */
export const Password = z
  .string()
  .min(8, 'Please choose a password of at least 8 characters.')
  .max(128, 'Please choose a password of at most 128 characters.')
  .refine(
    (value) => value.isWellFormed() && !value.includes('\0'),
    'Contains characters that cannot be used.',
  )

export const NewAccount = z.object({ name: Name, email: Email, password: Password }).openapi('NewAccount')
export const Credentials = z
  .object({ email: Email, password: z.string().min(1).max(128) })
  .openapi('Credentials')
