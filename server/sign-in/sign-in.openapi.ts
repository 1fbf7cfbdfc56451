import { z } from '@hono/zod-openapi'
import { Email, Name } from '#contract/fields.ts'
import { problemAnswers } from '#contract/problem-answers.ts'
import type { ProblemCode } from '#contract/problem-kinds.ts'
import {
  Credentials,
  EmailToken,
  GoogleStart,
  NewAccount,
  PasswordChange,
  PasswordReset,
  PasswordResetRequest,
} from '#contract/sign-in.ts'
import type { Api } from '../http/serve.ts'

const User = z
  .object({
    id: z.string().openapi({ description: 'The `_id` of the person.' }),
    name: Name,
    email: Email,
    emailVerified: z.boolean().openapi({ description: 'Whether the e-mail is confirmed.' }),
    image: z.string().nullable().openapi({ description: 'The address of their photo.' }),
  })
  .openapi('AccountUser')
const SignedIn = z.object({ user: User }).openapi('SignedIn')
const CurrentSession = z
  .object({
    session: z.object({
      id: z.string().openapi({ description: 'The `_id` of the session.' }),
      createdAt: z.iso.datetime().openapi({ description: 'When it began.' }),
      expiresAt: z.iso.datetime().openapi({ description: 'When it ends, unless it is used before.' }),
    }),
    user: User,
  })
  .openapi('CurrentSession')
const Done = z.object({ status: z.literal(true) })
const cookie = z.object({
  'Set-Cookie': z
    .string()
    .openapi({ description: 'The cookie of the session, and one that tells this browser is known.' }),
})

type Call = {
  operationId: string
  summary: string
  answer?: z.ZodType
  body?: z.ZodType
  /** Needs the session's cookie. */
  session?: true
  /** Sets it. */
  signsIn?: true
  problems?: ProblemCode[]
}
const CALLS: Record<string, Call> = {
  'post /auth/sign-up/email': {
    operationId: 'signUp',
    summary: 'Create an account, which is signed in at once; POST /users then chooses its role',
    body: NewAccount,
    answer: SignedIn,
    signsIn: true,
    problems: ['email-taken', 'too-many-requests'],
  },
  'post /auth/sign-in/email': {
    operationId: 'signIn',
    summary: 'Sign in by e-mail and password',
    body: Credentials,
    answer: SignedIn,
    signsIn: true,
    problems: ['sign-in-failed', 'too-many-requests'],
  },
  'post /auth/sign-in/social': {
    operationId: 'signInWithGoogle',
    summary:
      'Start signing in with Google, where that is offered: the browser goes on at the answered address',
    body: GoogleStart,
    answer: z.object({
      url: z.url().openapi({ description: 'Where Google asks who it is, and then leads back to /login.' }),
      redirect: z.literal(false).openapi({ description: 'The answer itself leads nowhere.' }),
    }),
    problems: ['not-found', 'google-unavailable'],
  },
  'post /auth/sign-out': { operationId: 'signOut', summary: 'End the session, if there is one' },
  'get /auth/get-session': {
    operationId: 'currentSession',
    summary: 'The session that the cookie proves, and whose it is; null without one',
    answer: z.union([CurrentSession, z.null()]),
  },
  'post /auth/request-password-reset': {
    operationId: 'requestPasswordReset',
    summary: 'Mail a link that sets a new password; answered alike whether there is such an account or not',
    body: PasswordResetRequest,
    answer: Done,
    problems: ['too-many-requests'],
  },
  'post /auth/reset-password': {
    operationId: 'resetPassword',
    summary: 'Set a new password by a mailed link, which ends all sessions',
    body: PasswordReset,
    answer: Done,
    problems: ['link-too-old'],
  },
  'get /auth/has-password': {
    operationId: 'hasPassword',
    summary: 'Whether your account has a password',
    session: true,
    answer: z.object({
      hasPassword: z.boolean().openapi({ description: 'False for who came with Google and set none.' }),
    }),
  },
  'post /auth/change-password': {
    operationId: 'changePassword',
    summary: 'Change your password, which ends your other sessions',
    session: true,
    body: PasswordChange,
    answer: Done,
    problems: ['wrong-password', 'no-password', 'too-many-requests'],
  },
  'post /auth/send-verification-email': {
    operationId: 'sendConfirmation',
    summary: 'Mail the link that confirms your e-mail again',
    session: true,
    answer: Done.extend({
      sent: z.boolean().openapi({ description: 'False if the e-mail is confirmed already.' }),
    }),
    problems: ['too-many-requests'],
  },
  'post /auth/confirm-email': {
    operationId: 'confirmEmail',
    summary: 'Confirm an e-mail by a mailed link, signed in with that e-mail',
    body: EmailToken,
    answer: z.object({
      email: Email,
      outcome: z
        .enum(['confirmed', 'sign-in', 'sign-up', 'signed-in-as-another'])
        .openapi({ description: 'What happened, or what is missing for it: a session, or an account.' }),
    }),
    problems: ['link-too-old'],
  },
}

/** Enters the sign-in service's calls into the OpenAPI document, but not Google's way back: only browsers go there. */
export function describeSignInCalls({ openAPIRegistry }: Api): void {
  for (const [
    call,
    { operationId, summary, answer, body, session, signsIn, problems = [] },
  ] of Object.entries(CALLS)) {
    const [method, path] = call.split(' ') as ['get' | 'post', string]
    openAPIRegistry.registerPath({
      method,
      path,
      operationId,
      summary,
      tags: ['Signing in'],
      // Beside the other calls, which stand below /api.
      servers: [{ url: '/' }],
      security: session ? [{ session: [] }] : [],
      ...(body && {
        request: { body: { required: true, content: { 'application/json': { schema: body } } } },
      }),
      responses: {
        ...(answer
          ? {
              200: {
                description: 'Done.',
                ...(signsIn && { headers: cookie }),
                content: { 'application/json': { schema: answer } },
              },
            }
          : { 204: { description: 'Done.' } }),
        ...problemAnswers([
          ...(body ? (['bad-input', 'too-large'] as const) : []),
          ...(method === 'post' ? (['unsupported-type', 'foreign-origin'] as const) : []),
          ...(session ? (['not-signed-in'] as const) : []),
          ...problems,
        ]),
      },
    })
  }
}
