import { NewMessage } from '../contact.ts'
import { endpoint } from '../endpoint.ts'
import { Inserted } from '../fields.ts'

export const contactCalls = {
  contact: endpoint({
    method: 'post',
    path: '/contact',
    who: 'anyone',
    summary: 'Write to the shop',
    body: NewMessage,
    answer: Inserted,
    created: true,
  }),
} as const
