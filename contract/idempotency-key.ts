import { z } from '@hono/zod-openapi'

/** Identifies one requested change, so that the request can be repeated without changing anything twice. */
export const IdempotencyKey = z
  .string()
  .regex(/^[\x20-\x7e]{1,255}$/, 'Must be 1 to 255 printable ASCII characters.')
  .optional()
  .openapi({
    description:
      'Your own name for this request. Sent again with the same key within 24 hours, it is answered as it was the first time (Idempotency-Replayed: true) and changes nothing; another request with that key gets 409.',
  })
