import { z } from '@hono/zod-openapi'
import { Id, Time } from './fields.ts'

export const Blog = z
  .object({
    _id: Id,
    img: z.string().openapi({ description: 'The picture’s path on this host.' }),
    title: z.string(),
    description: z
      .string()
      .openapi({ description: 'The whole post: paragraphs separated by an empty line.' }),
    publishedDate: Time,
  })
  .openapi('Blog')
export type Blog = z.infer<typeof Blog>
