import { z } from '@hono/zod-openapi'
import { api } from '#contract/api.ts'
import * as signIn from '#contract/sign-in.ts'
import type { Kind } from './catalogue.ts'

/** The calls of the sign-in service with a body, by the schema that reads it. */
const SIGN_IN_CALLS: Record<string, string> = {
  NewAccount: 'POST /auth/sign-up/email',
  Credentials: 'POST /auth/sign-in/email',
  PasswordResetRequest: 'POST /auth/request-password-reset',
  PasswordReset: 'POST /auth/reset-password',
  PasswordChange: 'POST /auth/change-password',
  EmailToken: 'POST /auth/confirm-email',
  GoogleStart: 'POST /auth/sign-in/social',
}

/** The kind of each field of a body: by its name, or for a single call by call and name. */
const KIND_OF: Record<string, Kind> = {
  name: 'name',
  buyerName: 'name',
  location: 'location',
  subject: 'subject',
  purchaseYear: 'purchase year',
  description: 'description',
  message: 'message',
  reason: 'reason',
  email: 'email',
  buyerEmail: 'email',
  sellerEmail: 'email',
  password: 'password',
  // Whether it is easily guessed is checked only when it is known whose it is.
  newPassword: 'new password',
  currentPassword: 'given password',
  'POST /auth/sign-in/email password': 'given password',
  token: 'mailed token',
  emailToken: 'mailed token',
  phone: 'phone',
  price: 'price',
  originalPrice: 'price',
  currentPrice: 'price',
  brand: 'brand',
  condition: 'condition',
  userType: 'buyer or seller',
  'PUT /googleuser/{email} userType': 'buyer alone',
  'PUT /googleuser/{email} image': 'ignored',
  decision: 'decision',
  image: 'picture',
  productId: 'id',
  bookingId: 'id',
  transactionId: 'transaction',
  'POST /paymentinfo name': 'ignored',
  'POST /paymentinfo price': 'ignored',
}

export type Field = { call: string; field: string; kind: Kind | undefined; optional: boolean }

const fieldsOf = (call: string, shape: z.ZodType | undefined): Field[] =>
  shape instanceof z.ZodObject
    ? Object.entries(shape.shape).map(([field, schema]) => ({
        call,
        field,
        kind: KIND_OF[`${call} ${field}`] ?? KIND_OF[field],
        optional: (schema as z.ZodType).safeParse(undefined).success,
      }))
    : []

type Endpoint = {
  who: string
  method: string
  path: string
  request: {
    body?: { content: { 'application/json': { schema: z.ZodType } } }
    query?: z.ZodObject
    params?: z.ZodObject
  }
}
export const CALLS = Object.values(api as unknown as Record<string, Endpoint>).map(
  ({ who, method, path, request }) => ({
    call: `${method.toUpperCase()} ${path}`,
    who,
    body: request.body?.content['application/json'].schema,
    query: Object.keys(request.query?.shape ?? {}),
    params: Object.keys(request.params?.shape ?? {}),
  }),
)

/** Every field of every body that the shop reads, from the contract itself. */
export const BODY_FIELDS: Field[] = [
  ...CALLS.flatMap(({ call, body }) => fieldsOf(call, body)),
  ...Object.entries(signIn).flatMap(([name, shape]) =>
    shape instanceof z.ZodObject ? fieldsOf(SIGN_IN_CALLS[name] ?? name, shape) : [],
  ),
]
