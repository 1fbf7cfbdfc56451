import { MOST_IMAGE_MB } from './limits.ts'

/*
 * What the shop refuses in the same words as a page that knows of it before anything is sent.
 */

export const IMAGE_TOO_LARGE = `This picture is too large: at most ${MOST_IMAGE_MB} MB.`

/** A role is chosen once, so who came by Google could never sell. */
export const NOT_FOR_SELLERS = 'Who signs up with Google is a buyer. To sell, sign up with a password.'
