import { z } from '@hono/zod-openapi'

/** An error answer (RFC 9457, `application/problem+json`). */
export const Problem = z
  .object({
    type: z.string().openapi({ description: 'A URI that names the kind of problem.' }),
    title: z.string(),
    status: z.int(),
    code: z
      .string()
      .openapi({ description: 'The kind of problem in one word, for programs; /api/docs lists them.' }),
    detail: z.string().openapi({ description: 'What happened and what to do, for people to read.' }),
    errors: z
      .array(z.object({ pointer: z.string(), message: z.string() }))
      .optional()
      .openapi({
        description: 'The invalid fields, by JSON Pointer into the body, or below /query or /header.',
      }),
    requestId: z.string().optional().openapi({
      description: 'The ID of the request, if it failed on our side: please quote it to us.',
    }),
  })
  .openapi('Problem')
export type Problem = z.infer<typeof Problem>
