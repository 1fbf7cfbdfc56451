import { endpoint } from '../endpoint.ts'
import { ImageTicket } from '../images.ts'

/** The upload itself is multipart and described by hand where it is served. */
export const imageCalls = {
  imageTicket: endpoint({
    method: 'post',
    path: '/image-tickets',
    who: 'anyone',
    summary: 'A ticket for one upload before signing up',
    answer: ImageTicket,
    secret: true,
    created: true,
  }),
} as const
