import { MOST_IMAGE_MB } from './limits.ts'

/* Messages that the server and the pages share: a page shows them before anything is sent. */

export const IMAGE_TOO_LARGE = `This picture is too large: at most ${MOST_IMAGE_MB} MB.`

/** A role is chosen once, so somebody who signed up with Google as a buyer could never sell. */
export const NOT_FOR_SELLERS = 'Signing up with Google makes you a buyer. To sell, sign up with a password.'
